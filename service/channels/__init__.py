"""One package or module per channel: authenticate, limit, de-duplicate, and hand the message on."""
