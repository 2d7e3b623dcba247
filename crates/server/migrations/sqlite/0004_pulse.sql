-- Written to see whether anything can be.
CREATE TABLE pulse (beats INTEGER NOT NULL) STRICT;
INSERT INTO pulse (beats) VALUES (0);
