ALTER TABLE document ADD COLUMN language TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 2;
