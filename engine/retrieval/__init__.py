"""Where sentences are found: the embedded Tantivy index and plain lists."""
