"""Black Jack told: to lamps and phones as whole statements, aloud as sentences."""
