"""``python -m grognard``."""

import sys

from grognard.cli import main

sys.exit(main())
