"""paperkg: a knowledge graph of machine-learning papers in which every statement carries the words that prove it."""

__version__ = "0.1.0"
