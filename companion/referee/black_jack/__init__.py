"""The referee of Black Jack: it says whose each card on the pile is, and whether it may lie there.

Read from the inside out: `ledger` (what is known, a fold over events), `placing` (how cards can be understood),
`remedies` and `questions` (words), `looking` (what was seen), `deciding` (what a look brings about), `commands` (what phones may say).
"""
