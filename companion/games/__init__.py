"""The rules of the games, and what they share: cards, squares, options as text, records. Pure Python, no clock.

Each game is a package that is read from the inside out: data (options, turns, position), rules as pure functions of a
position (may I? what then?), the game with its entries, its text forms. A turn that breaks a rule is told by a `Fault`
as a value; text that is none raises a ValueError that says where. Nothing here knows that a camera exists.

    text -> options, position, turn -> judging -> playing -> the next position -> record
"""
