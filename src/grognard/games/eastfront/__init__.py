"""East Front: the charts of a series on the German-Soviet war of 1941."""
