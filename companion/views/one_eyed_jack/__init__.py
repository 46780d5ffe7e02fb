"""One-Eyed Jack told: to lamps and phones as whole statements, aloud as sentences, to other programs as rows."""
