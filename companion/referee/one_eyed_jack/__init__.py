"""Refereeing One-Eyed Jack: from looks at board and pile to turns, faults, questions and lines.

Read from the inside out: `prices` and `hypotheses` (what may have led to the table), `evidence` (what one look shows
of it), `cards` and `turns` (what may have happened since), `faults` (what the rules call the rest), `model` (the
laws by which a look weighs it all), `belief` (the beam of hypotheses), `ledger` (what is known, a fold over events),
`wording` (what is told and asked), `happening` (what a turn or a correction brings about), `telling` (what the
hypotheses agree on, and what not), `commands` (what phones may say), `tracking` (a look goes in),
`match` (the next game on a cleared board).
"""
