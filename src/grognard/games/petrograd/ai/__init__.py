"""How to play Petrograd 1919 well."""
