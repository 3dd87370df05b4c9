"""Bridgehead: a small game to begin one of your own from."""
