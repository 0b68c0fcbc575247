INSERT INTO source SELECT row_number() OVER (), path, path, digest, NULL, records, finished, 0 FROM earlier;
DROP TABLE earlier;
INSERT INTO held SELECT coalesce(max(n) + 1, 0), coalesce(max(n) + 1, 0) FROM sentence;
ALTER TABLE document ADD COLUMN file INTEGER NOT NULL DEFAULT 0;
UPDATE document SET file = 1 WHERE (SELECT count(*) FROM source) = 1;
CREATE INDEX document_of_file ON document (file);
PRAGMA user_version = 3;
