"""Petrograd 1919: the combat charts of Yudenich's offensive."""
