"""Black Jack told: to lamps and phones as whole statements, aloud as sentences.

`status` is the whole statement with its scene, `status_json` writes it for pages; `hints` are the headline and what may
be done now; `announcement` says events aloud, `rows` writes them for replays. All are pure functions of tracking.
"""
