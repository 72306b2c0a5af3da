"""UNO LAN: UNO for several laptops on one network, in the terminal."""

__version__ = "0.1.0"
