"""Everything that happens while you play: rules, referee, vision, what people are shown.

    camera ─▶ vision ─▶ referee (by the rules in games) ─▶ journal ─▶ views ─▶ lamps, buzzer, web, mqtt
    pixels    likelihoods   events, once the hypotheses agree            statements, whole

Pictures become numbers in `vision`, numbers become verdicts in `referee`, verdicts become words in `views`; none of
the three keeps anything, reads a file or asks a clock. State is kept by `session` alone, wires hang in `hardware`,
and `ports` are the sockets between. `registry` is all that the house knows of a game. What an evening is made of
(`live`), how one is kept and played again (`recording`) and how well it was seen (`scoring`) stand above; `commands`
join them. Import borders hold this order; DECISIONS.md has the map and the words.
"""
