"""How to play Bautzen 1945 well: what things are worth, plans, answers to questions."""
