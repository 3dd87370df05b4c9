"""One package per rulebook; no game imports another."""
