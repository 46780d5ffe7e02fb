"""The terminal: what a person reads who started a command, and nothing else.

`console` writes lines and one progress bar, which share the last line of the screen without disturbing each other;
into a file or a pipe it writes lines alone. `tables` sets rows in columns that fit the width of a terminal, and the
same rows as Markdown for files. Commands say what they have to say through these two; no other room prints.
"""
