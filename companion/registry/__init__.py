"""The registry of games: what a game must bring to be refereed here, and which games have brought it.

The loop, the journal, the pages and the recordings know no game. They look one up by the name its set-up carries, and
ask it to begin, to observe, to replay a log, and to tell how it stands. `games` is the list; a further game is a
package of rules in `companion/games`, a referee in `companion/referee`, its telling in `companion/views`, and an
entry there.
"""
