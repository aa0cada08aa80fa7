"""Results: who has won what, how strong everybody is, and tournaments."""
