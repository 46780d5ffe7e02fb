"""One-Eyed Jack: layout, options, patterns, positions, turns and the game itself.

Read from the inside out. Data: `layout`, `options` (with `presets` and `die`), `turns`,
`position`. Rules, each a pure function of a position: `rules` (what a card does),
`patterns` (what scores), `judging` (may I?), `playing` and `turnover` (what then?), `count` (who is ahead?), `set_up`
and `status` (positions from elsewhere). The game: `state`, `legal_turns`. Text: `notation`, `position_text`, `record`,
`drawing`, `rules_sheet`. At the table: `sight` (what a certain look means), `match` (a whole evening).
"""
