"""The session: one loop from frames to people, and the only place where the state of an evening is kept.

`loop.Session.tick` takes a frame through the whole house, strictly in this order:

    frame -> reader (vision) -> observation -> game (referee) -> events -> journal -> lights, buzzer, phones, pictures

Commands from phones and buttons wait in a queue and are carried out between two frames, so nothing else locks. Time
comes in as a number on each frame; the loop asks no clock. What fails behind it (lamps, a page, a disk) costs that
outlet and not the evening: `internal_errors` counts and names the program's own mistakes, and `caveats` says with which
reservations a statement has to be told: no picture, nothing kept, something lost.
"""
