"""The journal: an append-only event log. It is the game, and everything else can be computed from it.

Each look at the table that tells something appends its events in one transaction before anybody is told, each with the
time of the frame it came of. `event_log` is that log in SQLite, and in memory for tests, a line of `event_text` for
each event; `write_ahead` finds damage that SQLite would pass over in silence. `buffered` stands before it and keeps
what a full or missing disk refuses, to be written in order when there is room. `archive` reads the same file while it
is written, game by game; `past_games` replays a game from its events step by step for the pages about the past, and
`turn_pictures` keeps the camera's picture of each step beside it. `resuming` finds the unfinished game at the log's
end, and reads no older one than it needs for that.

    session -> buffered -> event_log -> journal.db -> archive -> past_games -> pages
                                                  '-> resuming -> session

Nothing written is ever changed: an undo and a correction are events too. A torn file is set aside, never thrown away.
"""
