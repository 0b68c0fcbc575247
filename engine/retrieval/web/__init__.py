"""Today's web through SearXNG."""
