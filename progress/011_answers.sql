-- Every answer to a question, so that the time of the next one follows from all of them. `step`
-- keeps the newest.
CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    lesson TEXT NOT NULL,
    step INTEGER NOT NULL,
    right INTEGER NOT NULL,
    skipped INTEGER NOT NULL DEFAULT 0,
    seconds INTEGER,           -- NULL: not taken
    answered_at TEXT NOT NULL  -- ISO 8601, UTC
) STRICT;
CREATE INDEX answer_by_step ON answer (lesson, step, id);
-- What is known of older answers: the newest.
INSERT INTO answer (lesson, step, right, skipped, seconds, answered_at)
SELECT lesson, step, right, skipped, seconds, coalesce(answered_at, done_at) FROM step WHERE answer IS NOT NULL;
