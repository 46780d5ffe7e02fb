"""The commands of the command line, each in a file of its own with an `add` that describes it and gives examples.

A command reads its arguments (`arguments`), knows where things are kept (`places`), joins rooms that do not know each
other, and says what came of it; whatever people can do about an error is a CompanionError, which `cli` says in one
line.
"""
