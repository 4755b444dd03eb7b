-- What is remembered for a time of players who were deleted, so that nobody is rid of it
-- who comes back with the same key. Of a key there is a hash alone, with a secret.

-- +goose Up
CREATE TABLE memory_secret (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  secret BLOB    NOT NULL CHECK (length(secret) = 32)
) STRICT;
INSERT INTO memory_secret VALUES (1, randomblob(32));

CREATE TABLE memories (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  until  INTEGER NOT NULL, -- then it is forgotten
  silent INTEGER, -- until when they are to be; NULL: they were not
  reason TEXT
) STRICT;
CREATE INDEX memories_by_end ON memories (until);

CREATE TABLE memory_keys ( -- with which they may come back
  hash   BLOB    PRIMARY KEY,
  memory INTEGER NOT NULL REFERENCES memories
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_memory ON memory_keys (memory);

CREATE TABLE memory_ties ( -- of others to them
  player INTEGER NOT NULL REFERENCES players,
  memory INTEGER NOT NULL REFERENCES memories,
  tie    TEXT    NOT NULL,
  since  INTEGER NOT NULL,
  PRIMARY KEY (player, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX ties_of_memory ON memory_ties (memory);

ALTER TABLE reports ADD COLUMN by_memory INTEGER REFERENCES memories;
ALTER TABLE reports ADD COLUMN about_memory INTEGER REFERENCES memories; -- of those that were open
CREATE INDEX reports_by_memory ON reports (by_memory) WHERE by_memory IS NOT NULL;
CREATE INDEX reports_about_memory ON reports (about_memory) WHERE about_memory IS NOT NULL;

CREATE TABLE arrivals ( -- players who were made with a key within a day
  hash BLOB    NOT NULL,
  at   INTEGER NOT NULL
) STRICT;
CREATE INDEX arrivals_with ON arrivals (hash, at);
CREATE INDEX arrivals_by_time ON arrivals (at);
