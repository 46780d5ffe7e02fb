"""The commands that need more than a few lines, each in a file of its own with an `add` for the command line."""
