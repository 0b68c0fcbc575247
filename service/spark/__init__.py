"""A crawl on a Spark cluster: what ``whichever crawl`` and ``whichever index`` do, by the same functions."""
