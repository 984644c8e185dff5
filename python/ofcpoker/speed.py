"""How fast rows and tables are evaluated on this machine."""
