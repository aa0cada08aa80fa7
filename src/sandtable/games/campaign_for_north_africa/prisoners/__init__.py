"""[28] Prisoners, and the guns and trucks taken with them."""
