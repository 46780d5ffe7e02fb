"""One-Eyed Jack: squares, layout, options, patterns, positions, turns and the game itself."""
