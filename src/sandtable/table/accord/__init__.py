"""What players agree on beside the game: to take back, to adjourn, to play again."""
