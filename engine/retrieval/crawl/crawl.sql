CREATE TABLE IF NOT EXISTS archive (
    place TEXT PRIMARY KEY,
    counts TEXT NOT NULL,       -- JSON; empty when it was set aside
    reason TEXT NOT NULL        -- why it was; empty when it is done
) STRICT;
CREATE TABLE IF NOT EXISTS band (key INTEGER PRIMARY KEY) STRICT;
