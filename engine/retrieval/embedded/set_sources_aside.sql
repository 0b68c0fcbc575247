ALTER TABLE source RENAME TO earlier;
