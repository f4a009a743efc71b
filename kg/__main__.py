"""`python -m kg` is `kg`."""

from kg.cli.app import main

if __name__ == "__main__":
    main()
