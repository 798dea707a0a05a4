-- Attempts of older programs get an id from what tells them apart, so that two machines give the same
-- id to one attempt: exercise, time, seed, and a number where all of these are equal. Rows that a
-- recovery takes from an old file get theirs by this statement, too.
UPDATE OR IGNORE attempt SET uuid = printf('%s %s %d.%d', exercise, started_at, seed,
    (SELECT count(*) FROM attempt AS other WHERE other.exercise = attempt.exercise AND other.id < attempt.id
        AND other.started_at = attempt.started_at AND other.seed = attempt.seed))
WHERE uuid IS NULL;
