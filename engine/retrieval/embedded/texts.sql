CREATE TABLE document (
    first INTEGER PRIMARY KEY,  -- number of its first sentence
    last INTEGER NOT NULL,
    position INTEGER NOT NULL,  -- of its first sentence
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    sample INTEGER NOT NULL,
    language TEXT NOT NULL DEFAULT '',
    file INTEGER NOT NULL       -- number of the source that it is from
) STRICT;
CREATE TABLE sentence (
    n INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,  -- number of its document's first sentence
    text TEXT NOT NULL
) STRICT;
INSERT INTO held VALUES (0, 0);
CREATE INDEX document_of_file ON document (file);
PRAGMA application_id = 1466458984;  -- "Whch"
PRAGMA user_version = 3;
