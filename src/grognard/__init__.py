"""Historical hex-and-counter wargames: one small engine, one package per rulebook."""
