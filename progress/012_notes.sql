-- The learner's notes. A bookmark is a note without words.
CREATE TABLE note (
    subject TEXT NOT NULL,   -- id of a lesson or an exercise
    place INTEGER NOT NULL,  -- the lesson's step, from 0; the line of the learner's copy, from 1; 0: the whole exercise
    text TEXT NOT NULL,      -- '': a bookmark
    line TEXT,               -- what the line said; NULL: not a line
    made_at TEXT NOT NULL,   -- ISO 8601, UTC
    PRIMARY KEY (subject, place)
) STRICT;
