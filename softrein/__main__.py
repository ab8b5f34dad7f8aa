"""`python -m softrein` is the command `softrein`."""

from softrein.cli import main

if __name__ == "__main__":
    main()
