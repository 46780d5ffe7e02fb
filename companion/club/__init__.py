"""Club night: many tables over one broker; an evening's plan, its own journal, and one page for all.

What a table says takes one way, in one thread of the broker's line:

    ears -> club.hear -> hall.hear (stands: checked, within bounds) -> readers of the page, each table whole
                     `-> a game that ended there -> evening's event -> journal -> plan (drawing, standings) -> readers

People's commands come from the page's threads and meet the tables' under the club's lock. `evening`, `standings` and
`drawing` are pure. `simulated` is a table that nobody sits at, `simulated_club` a hall of them on a real broker.
"""
