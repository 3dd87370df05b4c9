"""Parts of hex-and-counter games that more than one game uses; the rules stay in the games."""
