"""How to play the Luga Line well: levels, plans, an evaluation."""
