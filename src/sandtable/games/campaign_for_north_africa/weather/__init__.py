"""[29] The weather of an Operations Stage and where it falls."""
