"""The referee of Black Jack: it says whose each card on the pile is, and whether it may lie there.

Read from the inside out: `prices` and `hypotheses` (what may have led to the pile, and the beam of them), `acts`
(what a card may be to one), `ledger` (what is known, a fold over events), `wording` (what is told and asked),
`happening` (what an event brings about), `telling` (a look goes in, what the hypotheses agree on comes out),
`hearing` (what somebody says goes in beside them), `commands` (what phones may say).
"""
