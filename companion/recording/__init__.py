"""Recorded evenings: kept while they are played, and played again as if they happened now.

`evening_recorder` stands between a live camera and the loop and keeps frames, what is known of the board, what had
happened in the game by then (`game_before`), and what phones said (`phone_commands`); its folder is complete at every
moment. `playback` sends a folder's frames and commands through an ordinary session, `known_board` finds or makes the
profile for it, and `replay` turns what was seen and told into the rows of `observations.jsonl` and `events.jsonl`.
`golden` holds those rows against the ones once accepted, `annotated_frames` draws what was seen over the frames, and
`demo` plays an evening at its own pace on the page.

    camera -> evening_recorder -> folder -> playback -> session -> replay -> rows, golden, annotated_frames

No row of a replay depends on the clock of the machine that replays.
"""
