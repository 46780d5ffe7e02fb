"""A live evening: a camera that looks now, a board that may be calibrated or changed meanwhile, and a button.

`cameras` tells which camera a name stands for and opens it. `viewfinder` passes its frames on to the loop and remembers
the newest, so that calibration looks through the same camera. `evening` plays one session after another: it waits until
a board is known, opens its journal, lamps and buzzer, and begins anew when a phone chooses another board.
`button` turns what is pressed at the board into commands.

    cameras -> viewfinder -> evening -> session (one for each board)
                   '-> calibration's guided walk, from phones

A camera that fails is said and waited for; only the end of a recording ends an evening.
"""
