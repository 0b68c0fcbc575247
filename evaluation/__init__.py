"""What it is worth: metrics and conditions, each a name, a command and the scores expected of it."""
