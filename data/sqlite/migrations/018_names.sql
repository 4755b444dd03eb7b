-- Players who rename themselves, and names that read alike by a newer measure.

-- +goose Up
CREATE TABLE former_names ( -- of players who have renamed themselves
  player   INTEGER NOT NULL REFERENCES players,
  name     TEXT    NOT NULL,
  skeleton TEXT    NOT NULL,
  until    INTEGER NOT NULL, -- nobody else is called so before, and the player does not change the name again
  PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX former_names_read ON former_names (skeleton);

CREATE TABLE folding ( -- one row
  id      INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL -- data.Folding as of which the skeletons are
) STRICT;
INSERT INTO folding (id, version) VALUES (1, 1);

-- players.skeleton is that of the name, with # and the id behind it for who is called like
-- somebody who came before: they were not alike when the names were given.
