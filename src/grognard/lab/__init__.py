"""The laboratory: many games of any rules, on this machine or on a cluster, and what they mean."""
