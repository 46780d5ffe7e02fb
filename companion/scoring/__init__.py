"""How much of what really happened was seen and said; the only room that knows the truth, entered by one command."""
