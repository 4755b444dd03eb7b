-- Players who rename themselves, and names that read alike by a newer measure.

-- +goose Up
CREATE TABLE former_names ( -- of players who have renamed themselves
  player   bigint NOT NULL REFERENCES players,
  name     text   COLLATE "C" NOT NULL,
  skeleton text   COLLATE "C" NOT NULL,
  until    bigint NOT NULL, -- nobody else is called so before, and the player does not change the name again
  PRIMARY KEY (player, name)
);
CREATE INDEX former_names_read ON former_names (skeleton);

CREATE TABLE folding ( -- one row
  id      bigint PRIMARY KEY CHECK (id = 1),
  version bigint NOT NULL -- data.Folding as of which the skeletons are
);
INSERT INTO folding (id, version) VALUES (1, 1);

-- players.skeleton is that of the name, with # and the id behind it for who is called like
-- somebody who came before: they were not alike when the names were given.
