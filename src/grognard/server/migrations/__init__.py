"""The steps by which a database reaches the present schema."""
