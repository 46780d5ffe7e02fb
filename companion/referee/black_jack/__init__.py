"""The referee of Black Jack: it says whose each card on the pile is, and whether it may lie there.

Read from the inside out: `ledger` (what is known, a fold over events), `placing` (how cards can be understood),
`remedies` and `questions` (words), `acts` (what can happen), `looking` (what was seen), `deciding` (what a look
brings about), `commands` and `corrections` (what phones may say).
"""
