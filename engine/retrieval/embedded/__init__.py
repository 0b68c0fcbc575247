"""The embedded index: Tantivy and SQLite in a folder."""
