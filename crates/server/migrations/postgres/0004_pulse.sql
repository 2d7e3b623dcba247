-- Written to see whether anything can be.
CREATE TABLE pulse (beats BIGINT NOT NULL);
INSERT INTO pulse (beats) VALUES (0);
