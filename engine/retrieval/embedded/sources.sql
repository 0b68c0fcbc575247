CREATE TABLE source (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    root TEXT NOT NULL,         -- file or folder that was named
    digest TEXT NOT NULL,
    size INTEGER,               -- NULL in an older index: then it is a file or a folder, and all its texts are its
    records INTEGER NOT NULL,   -- read so far
    finished INTEGER NOT NULL,
    hidden INTEGER NOT NULL     -- documents left out because another source has one with their id
) STRICT;
CREATE TABLE held (
    sentences INTEGER NOT NULL,
    next INTEGER NOT NULL       -- number of the next sentence
) STRICT;
CREATE TABLE removed (          -- documents that the search engines may still have
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    id TEXT NOT NULL
) STRICT;
