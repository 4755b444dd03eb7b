PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE goose_db_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO goose_db_version VALUES(1,0,1,'2026-11-21 14:12:47');
INSERT INTO goose_db_version VALUES(2,1,1,'2026-11-21 14:12:47');
CREATE TABLE server ( -- whoever holds the data directory's lock; one row
  id  INTEGER PRIMARY KEY CHECK (id = 1),
  pid INTEGER NOT NULL
) STRICT;
INSERT INTO server VALUES(1,11920);
CREATE TABLE players (
  id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice
  name     TEXT    NOT NULL UNIQUE,
  skeleton TEXT    NOT NULL UNIQUE, -- of the name: look-alikes share it
  created  INTEGER NOT NULL
) STRICT;
INSERT INTO players VALUES(1,'anna','anna',1795270367933);
INSERT INTO players VALUES(2,'bert','bert',1795270367933);
INSERT INTO players VALUES(3,'cora','cora',1795270367934);
CREATE TABLE keys (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  player      INTEGER NOT NULL REFERENCES players,
  fingerprint TEXT    NOT NULL UNIQUE, -- SHA256:…
  label       TEXT    NOT NULL,
  added       INTEGER NOT NULL,
  last_seen   INTEGER NOT NULL
) STRICT;
INSERT INTO keys VALUES(1,1,'SHA256:0iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795270367933,1795270367933);
INSERT INTO keys VALUES(2,2,'SHA256:1iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795270367933,1795270367933);
INSERT INTO keys VALUES(3,3,'SHA256:2iVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s','ssh-ed25519',1795270367934,1795270367934);
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
INSERT INTO ratings VALUES(1,'district-noir',1458.1571051049088509,2,0,2,0);
INSERT INTO ratings VALUES(1,'noirburg',1470.0,1,0,1,0);
INSERT INTO ratings VALUES(2,'district-noir',1565.8468596541417809,3,3,0,0);
INSERT INTO ratings VALUES(2,'noirburg',1515.0,1,0,0,1);
INSERT INTO ratings VALUES(3,'district-noir',1473.5956387650444411,1,0,1,0);
INSERT INTO ratings VALUES(3,'noirburg',1515.0,1,0,0,1);
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
  result  TEXT,    -- JSON
  CHECK ((ended IS NULL) = (result IS NULL))
) STRICT;
INSERT INTO matches VALUES(1,'full','district-noir',1,'live',0,'{}',X'52fdfc072182654f163f5f0f9a621d729566c74d10037c4d7bbb0407d1e2c649',1790879820000,1790880094375,'{"reason":"points","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":6,"7":0,"8":0},"sets":2,"set_points":10,"deals":-8,"total":8},{"majorities":{"5":5,"6":0,"7":7,"8":8},"sets":2,"set_points":10,"deals":5,"total":35}]}');
INSERT INTO matches VALUES(2,'resigned','district-noir',1,'live',0,'{}',X'81855af752b3b8271d03e944b3c9db366b75045f8efd69d22ae5411947cb553d',1790882314375,1790882355132,'{"reason":"resigned","winners":[0],"places":[1,2],"scores":[{"majorities":{"5":5,"6":0,"7":0,"8":8},"sets":0,"set_points":0,"deals":1,"total":14},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}');
INSERT INTO matches VALUES(3,'aborted','district-noir',1,'live',0,'{}',X'7694267aef4eff332f7576b0620556304a3e3eae14c28d0cea39d2901a52720d',1790884575132,1790884584468,'{"reason":"aborted","winners":[],"places":[1,1],"scores":[{"majorities":{"5":0,"6":6,"7":0,"8":0},"sets":0,"set_points":0,"deals":-2,"total":4},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}');
INSERT INTO matches VALUES(4,'house','district-noir',0,'live',0,'{}',X'a85c640854c15dfcacaa8a2cecce5a3aba53ab705b18db94b4d338a5143e6340',1790886804468,1790886852430,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":5,"6":6,"7":0,"8":0},"sets":0,"set_points":0,"deals":-1,"total":10},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":-1,"total":-1}]}');
INSERT INTO matches VALUES(5,'running','district-noir',1,'live',0,'{}',X'8d8724b0cfeae0ec55eb233a9b5394cb3c7856b546d313c8a3b4c1c0e05447f4',1790889072430,NULL,NULL);
INSERT INTO matches VALUES(6,'three','noirburg',1,'fast',0,NULL,X'0000000000000000000000000000000000000000000000000000000000000000',1790892672430,1790892732430,'{"reason":"points","winners":[0,1],"places":[1,1,3],"scores":[]}');
INSERT INTO matches VALUES(7,'later','district-noir',1,'live',0,'{}',X'ba73963c130ad797ddeafe4e3ad29b5125210f0ef1c314090f07c79a6f571c24',1790894892430,1790894920940,'{"reason":"resigned","winners":[1],"places":[2,1],"scores":[{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0},{"majorities":{"5":0,"6":0,"7":0,"8":0},"sets":0,"set_points":0,"deals":0,"total":0}]}');
INSERT INTO matches VALUES(8,'day','district-noir',1,'day',0,'{}',X'6f3e9ac00c796503e1ce221725f50caf1fbfe831b10b7bf5b15c47a53dbf8e7d',1790897140940,NULL,NULL);
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
INSERT INTO seats VALUES(2,0,2,'bert','human','',1530.0,1541.842894895091149,1,1);
INSERT INTO seats VALUES(2,1,1,'anna','human','',1470.0,1458.1571051049088509,1,1);
INSERT INTO seats VALUES(3,0,1,'anna','human','',1458.1571051049088509,NULL,2,0);
INSERT INTO seats VALUES(3,1,3,'cora','human','',1500.0,NULL,0,0);
INSERT INTO seats VALUES(4,0,NULL,'guest-1234','guest','',NULL,NULL,0,0);
INSERT INTO seats VALUES(4,1,NULL,'house-1','bot','easy',NULL,NULL,0,0);
INSERT INTO seats VALUES(5,0,3,'cora','human','',1500.0,NULL,0,0);
INSERT INTO seats VALUES(5,1,1,'anna','human','',1458.1571051049088509,NULL,2,0);
INSERT INTO seats VALUES(6,0,3,'cora','human','',1500.0,1515.0,0,0);
INSERT INTO seats VALUES(6,1,2,'bert','human','',1500.0,1515.0,0,0);
INSERT INTO seats VALUES(6,2,1,'anna','human','',1500.0,1470.0,0,0);
INSERT INTO seats VALUES(7,0,3,'cora','human','',1500.0,1473.5956387650444411,0,0);
INSERT INTO seats VALUES(7,1,2,'bert','human','',1541.842894895091149,1565.8468596541417809,2,0);
INSERT INTO seats VALUES(8,0,1,'anna','human','',1458.1571051049088509,NULL,2,2);
INSERT INTO seats VALUES(8,1,2,'bert','human','',1565.8468596541417809,NULL,3,2);
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
INSERT INTO moves VALUES(1,1,1,'{"type":"play","card":"5"}',6425,'player','[]','[]');
INSERT INTO moves VALUES(1,2,0,'{"type":"play","card":"8"}',14881,'player','[]','[]');
INSERT INTO moves VALUES(1,3,1,'{"type":"play","card":"6"}',20575,'player','[]','[]');
INSERT INTO moves VALUES(1,4,0,'{"type":"play","card":"7"}',24737,'player','[]','[]');
INSERT INTO moves VALUES(1,5,1,'{"type":"play","card":"-2"}',31465,'player','[]','[]');
INSERT INTO moves VALUES(1,6,0,'{"type":"play","card":"-2"}',37676,'player','[]','[]');
INSERT INTO moves VALUES(1,7,1,'{"type":"take"}',46913,'player','[]','[]');
INSERT INTO moves VALUES(1,8,0,'{"type":"take"}',50408,'player','[]','[]');
INSERT INTO moves VALUES(1,9,1,'{"type":"play","card":"-1"}',59936,'player','[]','[]');
INSERT INTO moves VALUES(1,10,0,'{"type":"play","card":"6"}',67983,'player','[]','[]');
INSERT INTO moves VALUES(1,11,1,'{"type":"play","card":"harbor"}',77270,'player','[]','[]');
INSERT INTO moves VALUES(1,12,0,'{"type":"play","card":"+2"}',87060,'player','[]','["6","5","8","8","6","5","+2","5","7","-3"]');
INSERT INTO moves VALUES(1,13,0,'{"type":"take"}',91601,'player','[]','[]');
INSERT INTO moves VALUES(1,14,1,'{"type":"play","card":"5"}',97988,'player','[]','[]');
INSERT INTO moves VALUES(1,15,0,'{"type":"play","card":"8"}',105417,'player','[]','[]');
INSERT INTO moves VALUES(1,16,1,'{"type":"play","card":"7"}',114154,'player','[]','[]');
INSERT INTO moves VALUES(1,17,0,'{"type":"play","card":"6"}',119639,'player','[]','[]');
INSERT INTO moves VALUES(1,18,1,'{"type":"play","card":"-3"}',129052,'player','[]','[]');
INSERT INTO moves VALUES(1,19,0,'{"type":"play","card":"6"}',135246,'player','[]','[]');
INSERT INTO moves VALUES(1,20,1,'{"type":"play","card":"5"}',136679,'player','[]','[]');
INSERT INTO moves VALUES(1,21,0,'{"type":"play","card":"8"}',138757,'player','[]','[]');
INSERT INTO moves VALUES(1,22,1,'{"type":"play","card":"+2"}',143916,'player','[]','[]');
INSERT INTO moves VALUES(1,23,0,'{"type":"play","card":"5"}',151873,'player','[]','[]');
INSERT INTO moves VALUES(1,24,1,'{"type":"take"}',153062,'player','[]','["-1","+2","-3","7","8","cityhall","+2","8","police","6"]');
INSERT INTO moves VALUES(1,25,1,'{"type":"play","card":"police"}',158062,'player','[]','[]');
INSERT INTO moves VALUES(1,26,0,'{"type":"play","card":"8"}',161950,'player','[]','[]');
INSERT INTO moves VALUES(1,27,1,'{"type":"play","card":"cityhall"}',169653,'player','[]','[]');
INSERT INTO moves VALUES(1,28,0,'{"type":"play","card":"7"}',178104,'player','[]','[]');
INSERT INTO moves VALUES(1,29,1,'{"type":"play","card":"+2"}',180709,'player','[]','[]');
INSERT INTO moves VALUES(1,30,0,'{"type":"play","card":"+2"}',186975,'player','[]','[]');
INSERT INTO moves VALUES(1,31,1,'{"type":"take"}',193536,'player','[]','[]');
INSERT INTO moves VALUES(1,32,0,'{"type":"take"}',200319,'player','[]','[]');
INSERT INTO moves VALUES(1,33,1,'{"type":"play","card":"6"}',206882,'player','[]','[]');
INSERT INTO moves VALUES(1,34,0,'{"type":"play","card":"-1"}',213884,'player','[]','[]');
INSERT INTO moves VALUES(1,35,1,'{"type":"play","card":"8"}',215331,'player','[]','[]');
INSERT INTO moves VALUES(1,36,0,'{"type":"play","card":"-3"}',216908,'player','[]','["+3","+4","7","7","+3","8","7","-1","8","5"]');
INSERT INTO moves VALUES(1,37,0,'{"type":"take"}',219904,'player','[]','[]');
INSERT INTO moves VALUES(1,38,1,'{"type":"play","card":"5"}',225527,'player','[]','[]');
INSERT INTO moves VALUES(1,39,0,'{"type":"play","card":"7"}',231664,'player','[]','[]');
INSERT INTO moves VALUES(1,40,1,'{"type":"play","card":"8"}',236905,'player','[]','[]');
INSERT INTO moves VALUES(1,41,0,'{"type":"play","card":"+3"}',242938,'player','[]','[]');
INSERT INTO moves VALUES(1,42,1,'{"type":"take"}',252829,'player','[]','[]');
INSERT INTO moves VALUES(1,43,0,'{"type":"play","card":"+3"}',260707,'player','[]','[]');
INSERT INTO moves VALUES(1,44,1,'{"type":"play","card":"8"}',262253,'player','[]','[]');
INSERT INTO moves VALUES(1,45,0,'{"type":"play","card":"+4"}',269193,'player','[]','[]');
INSERT INTO moves VALUES(1,46,1,'{"type":"play","card":"-1"}',270745,'player','[]','[]');
INSERT INTO moves VALUES(1,47,0,'{"type":"play","card":"7"}',271950,'player','[]','[]');
INSERT INTO moves VALUES(1,48,1,'{"type":"play","card":"7"}',274375,'player','[]','[]');
INSERT INTO moves VALUES(2,1,1,'{"type":"play","card":"5"}',8285,'player','[]','[]');
INSERT INTO moves VALUES(2,2,0,'{"type":"play","card":"-2"}',17917,'player','[]','[]');
INSERT INTO moves VALUES(2,3,1,'{"type":"play","card":"+3"}',25470,'player','[]','[]');
INSERT INTO moves VALUES(2,4,0,'{"type":"play","card":"8"}',29052,'player','[]','[]');
INSERT INTO moves VALUES(2,5,1,'{"type":"play","card":"5"}',34349,'player','[]','[]');
INSERT INTO moves VALUES(2,6,0,'{"type":"take"}',37486,'player','[]','[]');
INSERT INTO moves VALUES(2,7,1,'{"type":"resign"}',40757,'player','[]','[]');
INSERT INTO moves VALUES(3,1,0,'{"type":"take"}',2066,'player','[]','[]');
INSERT INTO moves VALUES(3,2,-1,'{"type":"abort"}',9336,'server','[]','[]');
INSERT INTO moves VALUES(4,1,0,'{"type":"play","card":"6"}',5885,'player','[]','[]');
INSERT INTO moves VALUES(4,2,1,'{"type":"play","card":"+2"}',7272,'player','[]','[]');
INSERT INTO moves VALUES(4,3,0,'{"type":"take"}',10800,'player','[]','[]');
INSERT INTO moves VALUES(4,4,1,'{"type":"play","card":"-1"}',15184,'player','[]','[]');
INSERT INTO moves VALUES(4,5,0,'{"type":"play","card":"harbor"}',23408,'player','[]','[]');
INSERT INTO moves VALUES(4,6,1,'{"type":"take"}',29020,'player','[]','[]');
INSERT INTO moves VALUES(4,7,0,'{"type":"play","card":"+2"}',34636,'player','[]','[]');
INSERT INTO moves VALUES(4,8,1,'{"type":"play","card":"cityhall"}',38176,'player','[]','[]');
INSERT INTO moves VALUES(4,9,0,'{"type":"resign"}',47962,'player','[]','[]');
INSERT INTO moves VALUES(5,1,1,'{"type":"take"}',7364,'player','[]','[]');
INSERT INTO moves VALUES(5,2,0,'{"type":"play","card":"8"}',9547,'player','[]','[]');
INSERT INTO moves VALUES(5,3,1,'{"type":"play","card":"8"}',13637,'player','[]','[]');
INSERT INTO moves VALUES(5,4,0,'{"type":"play","card":"-1"}',19895,'player','[]','[]');
INSERT INTO moves VALUES(5,5,1,'{"type":"play","card":"-1"}',24126,'player','[]','[]');
INSERT INTO moves VALUES(6,1,0,'{"type":"draw","count":2}',100,'player','[6,1]','["G4.0","\""]');
INSERT INTO moves VALUES(7,1,0,'{"type":"play","card":"6"}',2743,'player','[]','[]');
INSERT INTO moves VALUES(7,2,1,'{"type":"play","card":"-3"}',11909,'player','[]','[]');
INSERT INTO moves VALUES(7,3,0,'{"type":"play","card":"8"}',17444,'player','[]','[]');
INSERT INTO moves VALUES(7,4,1,'{"type":"play","card":"5"}',23348,'player','[]','[]');
INSERT INTO moves VALUES(7,5,0,'{"type":"resign"}',28510,'player','[]','[]');
CREATE TABLE rating_events (
  number INTEGER PRIMARY KEY, -- in the order in which they happened
  match  INTEGER NOT NULL REFERENCES matches,
  player INTEGER NOT NULL REFERENCES players,
  game   TEXT    NOT NULL,
  at     INTEGER NOT NULL, -- when the match ended
  rating REAL    NOT NULL, -- after it
  UNIQUE (match, player)
) STRICT;
INSERT INTO rating_events VALUES(1,1,1,'district-noir',1790880094375,1470.0);
INSERT INTO rating_events VALUES(2,1,2,'district-noir',1790880094375,1530.0);
INSERT INTO rating_events VALUES(3,2,2,'district-noir',1790882355132,1541.842894895091149);
INSERT INTO rating_events VALUES(4,2,1,'district-noir',1790882355132,1458.1571051049088509);
INSERT INTO rating_events VALUES(5,6,3,'noirburg',1790892732430,1515.0);
INSERT INTO rating_events VALUES(6,6,2,'noirburg',1790892732430,1515.0);
INSERT INTO rating_events VALUES(7,6,1,'noirburg',1790892732430,1470.0);
INSERT INTO rating_events VALUES(8,7,3,'district-noir',1790894920940,1473.5956387650444411);
INSERT INTO rating_events VALUES(9,7,2,'district-noir',1790894920940,1565.8468596541417809);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('goose_db_version',2);
INSERT INTO sqlite_sequence VALUES('players',3);
INSERT INTO sqlite_sequence VALUES('keys',3);
CREATE INDEX keys_of_player ON keys (player);
CREATE INDEX rankings ON ratings (game, value DESC);
CREATE INDEX running_matches ON matches (number) WHERE ended IS NULL;
CREATE UNIQUE INDEX seats_of_player ON seats (player, match) WHERE player IS NOT NULL;
CREATE INDEX rating_history ON rating_events (player, game, at);
COMMIT;
