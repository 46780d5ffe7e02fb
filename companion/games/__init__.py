"""The rules of the games: pure Python, standard library only, no clock and no pixels."""
