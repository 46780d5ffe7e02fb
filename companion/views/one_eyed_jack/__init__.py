"""One-Eyed Jack told: to lamps and phones as whole statements, aloud as sentences, to other programs as rows.

`status` is the whole statement, `status_json` writes it for pages, `scene` for lamps; `hints` are the headline and what
may be done now; `announcement` says events aloud, `rows` writes them for replays. All are pure functions of tracking.
"""
