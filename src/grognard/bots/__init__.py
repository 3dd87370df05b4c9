"""Opponents: they see what their seat sees, and return one of its options."""
