"""Black Jack: options, cards on cards, positions, turns and the game itself.

Read from the inside out. Data: `options`, `turns`, `position`. Rules, each a pure function: `matching` (what may lie on
what?), `judging` (may I?), `playing` (what then?). The game: `state`, `legal_turns`. Text: `notation`, `position_text`,
`record`. At the table: `pile` (whose card is it?).
"""
