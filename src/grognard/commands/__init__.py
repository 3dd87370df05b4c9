"""The commands, one module each; every module adds its parser, none knows a rule."""
