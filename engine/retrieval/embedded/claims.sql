CREATE TABLE pair (
    key INTEGER PRIMARY KEY,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    first_stems TEXT NOT NULL,
    second_stems TEXT NOT NULL
) STRICT;
CREATE INDEX first_of_pair ON pair (first_stems);
CREATE INDEX second_of_pair ON pair (second_stems);
CREATE TABLE reading (
    pair INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    words TEXT NOT NULL,
    sentence INTEGER NOT NULL,
    said TEXT NOT NULL,
    place TEXT NOT NULL,
    PRIMARY KEY (pair, dimension, words, sentence)
) STRICT, WITHOUT ROWID;
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
