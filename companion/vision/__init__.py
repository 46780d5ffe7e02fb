"""Reading the table: numpy and OpenCV, no files and no clock."""
