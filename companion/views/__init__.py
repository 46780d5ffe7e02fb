"""What people and programs are told: whole statements, made from the followed game alone, never changes.

    followed game -> status -> status_json -> phones, broker        events -> announcement -> words that are said
                 '-> scene -> lamps                                 events -> sounds, rows for other programs

Each game has its own telling (`one_eyed_jack`, `black_jack`); beside them stands what they share. Whoever missed a
statement is right again with the next. Pure functions: no clock, no page, no lamp.
"""
