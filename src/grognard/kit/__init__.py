"""Parts of hex-and-counter games that more than one game uses."""
