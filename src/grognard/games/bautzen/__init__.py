"""Bautzen 1945 (Javier Romero, VaeVictis 135): a whole operational game."""
