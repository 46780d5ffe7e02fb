"""How much of what really happened was seen and said: replays held against the truth beside a recording.

The only room that opens the truth, entered by one command. `truth` reads it, `turns` aligns what was told with what
was played, `reading` and `tallies` count squares and cards, `cost` measures time in warps, `tables` and `report` print.
"""
