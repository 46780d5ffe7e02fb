"""Everything done once, before play: finding the board, reading its layout, enrolling the chips."""
