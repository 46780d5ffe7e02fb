"""Judging what was seen on the table: pure functions from observations to events, without clock, files or chance.

    observation -> settling -> belief -------------> telling -> happening -> events -> ledger
                   tracks  -'    '- hypotheses, acts, prices       '- wording     phones: commands -'

`observation` is what one frame says, as likelihoods. `settling` joins looks at a board that agree, `tracks` the cards
that came to lie on the pile. `belief` keeps the hypotheses that explain them, a beam: each is a whole account of the
evening, and goes on by acts (a turn, a card, something taken back) at the prices of one table. `telling` says what
the hypotheses agree on, what is wrong by most of them and what is in doubt, each once it has stood for long enough.
`events` is what happened, and all that is kept: the `ledger` is a fold over them, replayed after a power cut.
`followed` and `phones` are what the referees of all games share; one that follows a game has `prices`, `hypotheses`,
`belief`, `ledger`, `wording`, `happening`, `telling` and `commands`, which read in this order.
"""
