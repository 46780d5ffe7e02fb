"""What people are told: whole statements for lights, phones and voice, made from the tracked game."""
