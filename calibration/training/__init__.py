"""How the classifier of card corners was made: art is gathered, corners are drawn from it, a network is trained."""
