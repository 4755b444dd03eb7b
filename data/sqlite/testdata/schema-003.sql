PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-21 20:21:24');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-21 20:21:24');
INSERT INTO goose_db_version VALUES(3,2,1,'2026-11-21 20:21:24');
INSERT INTO goose_db_version VALUES(4,3,1,'2026-11-21 20:21:24');
CREATE TABLE server ( -- whoever holds the data directory's lock; one row
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL
) STRICT;
INSERT INTO server VALUES(1,28386);
CREATE TABLE players (
  id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
  name     TEXT    NOT NULL UNIQUE,
  skeleton TEXT    NOT NULL UNIQUE, -- of the name: look-alikes share it
  created  INTEGER NOT NULL
) STRICT;
INSERT INTO players VALUES(1,'anna','anna',1795292484364);
INSERT INTO players VALUES(2,'bert','bert',1795292484365);
INSERT INTO players VALUES(3,'cora','cora',1795292484367);
INSERT INTO players VALUES(4,'dora','dora',1795292484372);
CREATE TABLE keys (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  player      INTEGER NOT NULL REFERENCES players,
  fingerprint TEXT    NOT NULL UNIQUE, -- SHA256:…
  label       TEXT    NOT NULL,
  added       INTEGER NOT NULL,
  last_seen   INTEGER NOT NULL
) STRICT;
INSERT INTO keys VALUES(1,1,'SHA256:0iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795292484364,1795292484364);
INSERT INTO keys VALUES(2,2,'SHA256:1iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795292484365,1795292484365);
INSERT INTO keys VALUES(3,3,'SHA256:2iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795292484367,1795292484367);
INSERT INTO keys VALUES(4,4,'SHA256:3iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795292484372,1795292484372);
CREATE TABLE ratings (
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  value  REAL    NOT NULL,
  games  INTEGER NOT NULL,
  wins   INTEGER NOT NULL,
  losses INTEGER NOT NULL,
  draws  INTEGER NOT NULL,
  PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
INSERT INTO ratings VALUES(1,'district-noir',1422.0088334131771716,3,0,3,0);
INSERT INTO ratings VALUES(2,'district-noir',1524.5931757043831567,3,2,1,0);
INSERT INTO ratings VALUES(3,'district-noir',1556.063763634425868,2,2,0,0);
CREATE TABLE matches (
  number  INTEGER PRIMARY KEY, -- short, for the tables below
  id      TEXT    NOT NULL UNIQUE,
  game    TEXT    NOT NULL,
  rated   INTEGER NOT NULL,
  pace    TEXT    NOT NULL,
  private INTEGER NOT NULL,
  options TEXT, -- JSON; NULL when none were given
  seed    BLOB    NOT NULL CHECK (length(seed) = 32),
  started INTEGER NOT NULL,
  ended   INTEGER, -- NULL while it runs
  result  TEXT, voided INTEGER,    -- JSON
  CHECK ((ended IS NULL) = (result IS NULL))
) STRICT;
INSERT INTO matches VALUES(1,'september','district-noir',1,'live',0,NULL,X'0102090000000000000000000000000000000000000000000000000000000000',1790812739999,1790812799999,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',NULL);
INSERT INTO matches VALUES(2,'october-1','district-noir',1,'live',0,NULL,X'0102090000000000000000000000000000000000000000000000000000000000',1790812740000,1790812800000,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',NULL);
INSERT INTO matches VALUES(3,'october-2','district-noir',1,'live',0,NULL,X'0102090000000000000000000000000000000000000000000000000000000000',1791806340000,1791806400000,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',NULL);
INSERT INTO matches VALUES(4,'october-void','district-noir',1,'live',0,NULL,X'01020c0000000000000000000000000000000000000000000000000000000000',1792497540000,1792497600000,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',1795292484424);
INSERT INTO matches VALUES(5,'november','district-noir',1,'live',0,NULL,X'0102080000000000000000000000000000000000000000000000000000000000',1793879940000,1793880000000,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',NULL);
INSERT INTO matches VALUES(6,'november-void','district-noir',1,'live',0,NULL,X'01020d0000000000000000000000000000000000000000000000000000000000',1793966340000,1793966400000,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}',1795292484429);
INSERT INTO matches VALUES(7,'running','district-noir',1,'live',0,NULL,X'0102070000000000000000000000000000000000000000000000000000000000',1794052800000,NULL,NULL,NULL);
CREATE TABLE seats (
  match      INTEGER NOT NULL REFERENCES matches,
  seat       INTEGER NOT NULL,
  player     INTEGER REFERENCES players, -- NULL for bots and guests
  name       TEXT    NOT NULL,
  kind       TEXT    NOT NULL,
  level      TEXT    NOT NULL,
  before     REAL, -- rating when the match began; NULL in a casual match
  after      REAL, -- before and the change; NULL until a rated match is over
  games      INTEGER NOT NULL,
  pair_games INTEGER NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO seats VALUES(1,0,1,'anna','human','',1500.0,1470.0,0,0);
INSERT INTO seats VALUES(1,1,2,'bert','human','',1500.0,1530.0,0,0);
INSERT INTO seats VALUES(2,0,2,'bert','human','',1530.0,1498.9676290273021095,1,0);
INSERT INTO seats VALUES(2,1,3,'cora','human','',1500.0,1532.5839895213327962,0,0);
INSERT INTO seats VALUES(3,0,1,'anna','human','',1470.0,1446.5202258869069283,1,0);
INSERT INTO seats VALUES(3,1,3,'cora','human','',1532.5839895213327962,1556.063763634425868,1,0);
INSERT INTO seats VALUES(4,0,4,'dora','human','',1500.0,1465.4183135768396368,0,0);
INSERT INTO seats VALUES(4,1,1,'anna','human','',1446.5202258869069283,1477.9581226352345311,2,0);
INSERT INTO seats VALUES(5,0,1,'anna','human','',1477.9581226352345311,1453.4467301615047745,3,0);
INSERT INTO seats VALUES(5,1,2,'bert','human','',1498.9676290273021095,1524.5931757043831567,2,0);
INSERT INTO seats VALUES(6,0,3,'cora','human','',1556.063763634425868,1520.9622202682608076,2,0);
INSERT INTO seats VALUES(6,1,1,'anna','human','',1453.4467301615047745,1485.6231449138226708,4,0);
INSERT INTO seats VALUES(7,0,1,'anna','human','',1485.6231449138226708,NULL,5,0);
INSERT INTO seats VALUES(7,1,2,'bert','human','',1524.5931757043831567,NULL,3,0);
CREATE TABLE moves (
  match INTEGER NOT NULL REFERENCES matches,
  ply   INTEGER NOT NULL,
  seat  INTEGER NOT NULL,
  move  TEXT    NOT NULL, -- JSON, as are dice and drawn
  at_ms INTEGER NOT NULL,
  by    TEXT    NOT NULL,
  dice  TEXT    NOT NULL,
  drawn TEXT    NOT NULL,
  PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO moves VALUES(1,1,0,'{"type":"resign"}',60000,'player','[]','[]');
INSERT INTO moves VALUES(2,1,0,'{"type":"resign"}',60000,'player','[]','[]');
INSERT INTO moves VALUES(3,1,0,'{"type":"resign"}',60000,'player','[]','[]');
INSERT INTO moves VALUES(4,1,0,'{"type":"resign"}',60000,'player','[]','[]');
INSERT INTO moves VALUES(5,1,0,'{"type":"resign"}',60000,'player','[]','[]');
INSERT INTO moves VALUES(6,1,0,'{"type":"resign"}',60000,'player','[]','[]');
CREATE TABLE bans (
  id     INTEGER PRIMARY KEY AUTOINCREMENT,
  kind   TEXT    NOT NULL CHECK (kind IN ('key', 'name', 'prefix')),
  value  TEXT    NOT NULL, -- canonical; of a ban by name the name when it was made
  player INTEGER REFERENCES players, -- of a ban by name; NULL of the others, and once he is deleted
  reason TEXT    NOT NULL,
  by     TEXT    NOT NULL,
  since  INTEGER NOT NULL,
  until  INTEGER, -- NULL: it does not end by itself
  lifted INTEGER  -- NULL: it was not
) STRICT;
INSERT INTO bans VALUES(1,'name','dora',4,'collusion','olga',1795292484430,NULL,NULL);
CREATE TABLE audit (
  number  INTEGER PRIMARY KEY AUTOINCREMENT,
  at      INTEGER NOT NULL,
  by      TEXT    NOT NULL,
  verb    TEXT    NOT NULL,
  subject TEXT    NOT NULL,
  detail  TEXT    NOT NULL -- JSON, an object
) STRICT;
INSERT INTO audit VALUES(1,1795292484425,'olga','void','october-void','{"game":"district-noir","undone":[{"Seat":0,"Player":4,"Before":1500,"After":1465.4183135768396},{"Seat":1,"Player":1,"Before":1446.520225886907,"After":1477.9581226352345}],"why":"collusion"}');
INSERT INTO audit VALUES(2,1795292484429,'olga','void','november-void','{"game":"district-noir","undone":[{"Seat":0,"Player":3,"Before":1556.0637636344259,"After":1520.9622202682608},{"Seat":1,"Player":1,"Before":1453.4467301615048,"After":1485.6231449138227}],"why":"collusion"}');
INSERT INTO audit VALUES(3,1795292484431,'olga','ban','dora','{"ban":1,"kind":"name","player":4,"reason":"collusion"}');
CREATE TABLE IF NOT EXISTS "rating_events" (
  number INTEGER PRIMARY KEY, -- in the order in which they happened
  match  INTEGER NOT NULL,
  seat   INTEGER NOT NULL,
  kind   TEXT    NOT NULL CHECK (kind IN ('game', 'void')), -- a void takes back what the game did
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  at     INTEGER NOT NULL, -- when the match ended or was made void
  change REAL    NOT NULL,
  UNIQUE (match, seat, kind),
  FOREIGN KEY (match, seat) REFERENCES seats
) STRICT;
INSERT INTO rating_events VALUES(1,1,0,'game',1,'district-noir',1790812799999,-30.0);
INSERT INTO rating_events VALUES(2,1,1,'game',2,'district-noir',1790812799999,30.0);
INSERT INTO rating_events VALUES(3,2,0,'game',2,'district-noir',1790812800000,-31.032370972697890464);
INSERT INTO rating_events VALUES(4,2,1,'game',3,'district-noir',1790812800000,32.583989521332796357);
INSERT INTO rating_events VALUES(5,3,0,'game',1,'district-noir',1791806400000,-23.479774113093071718);
INSERT INTO rating_events VALUES(6,3,1,'game',3,'district-noir',1791806400000,23.479774113093071718);
INSERT INTO rating_events VALUES(7,4,0,'game',4,'district-noir',1792497600000,-34.58168642316036312);
INSERT INTO rating_events VALUES(8,4,1,'game',1,'district-noir',1792497600000,31.437896748327602836);
INSERT INTO rating_events VALUES(9,5,0,'game',1,'district-noir',1793880000000,-24.511392473729756602);
INSERT INTO rating_events VALUES(10,5,1,'game',2,'district-noir',1793880000000,25.625546677081047163);
INSERT INTO rating_events VALUES(11,6,0,'game',3,'district-noir',1793966400000,-35.101543366165060433);
INSERT INTO rating_events VALUES(12,6,1,'game',1,'district-noir',1793966400000,32.176414752317896272);
INSERT INTO rating_events VALUES(13,4,0,'void',4,'district-noir',1795292484424,34.58168642316036312);
INSERT INTO rating_events VALUES(14,4,1,'void',1,'district-noir',1795292484424,-31.437896748327602836);
INSERT INTO rating_events VALUES(15,6,0,'void',3,'district-noir',1795292484429,35.101543366165060433);
INSERT INTO rating_events VALUES(16,6,1,'void',1,'district-noir',1795292484429,-32.176414752317896272);
CREATE TABLE stops (
  match INTEGER NOT NULL REFERENCES matches,
  ply   INTEGER NOT NULL, -- the newest of the log then, or 0: a stop holds until the next
  at_ms INTEGER NOT NULL, -- game time, as in moves
  at    INTEGER NOT NULL,
  PRIMARY KEY (match, ply, at_ms) -- clocks that had not gone on since stand where they stood
) STRICT, WITHOUT ROWID;
INSERT INTO stops VALUES(7,0,5000,1795292484439);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',4);
INSERT INTO sqlite_sequence VALUES('players',4);
INSERT INTO sqlite_sequence VALUES('keys',4);
INSERT INTO sqlite_sequence VALUES('audit',3);
INSERT INTO sqlite_sequence VALUES('bans',1);
CREATE INDEX keys_of_player ON keys (player);
CREATE INDEX rankings ON ratings (game, value DESC);
CREATE INDEX running_matches ON matches (number) WHERE ended IS NULL;
CREATE INDEX bans_of_player ON bans (player) WHERE player IS NOT NULL;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit log is only added to'); END;
CREATE INDEX seats_of_player ON seats (player, match) WHERE player IS NOT NULL;
CREATE INDEX rating_history ON rating_events (player, game, at);
COMMIT;
