"""What a planning opponent needs whatever the game: weights as data, plans, attacks, blows.

`weights` reads levels and styles from a text file, `march` finds where every piece of a side should
end its move, `attacks` composes attacks, `blows` weighs them by exact chances.
"""
