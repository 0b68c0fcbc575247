"""Archives of web crawls, by the thousand: fetched, sifted for what compares, rid of near-copies."""
