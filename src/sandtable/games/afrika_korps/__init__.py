"""Afrika Korps (third edition): the campaign in the western desert, April 1941 to October 1942."""
