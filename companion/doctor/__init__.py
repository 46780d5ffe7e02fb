"""What is well with this table and its machine, and what to do about the rest: one small function for each question.

Each function takes what it looks at (a machine's files, settings, a camera's pictures) and returns a `Verdict`, a grade
with a remedy; none raises for a machine that is ill. `machine` looks at power, heat, disk, clock and service, `wires`
at pins and buses, `seeing` at the picture and the board in it, `broker` at the line to one.
"""
