-- Assessments: what was drawn, what was answered, and how much of the time is used. At most one has no end.
CREATE TABLE assessment (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    lesson         TEXT    NOT NULL, -- whose steps are the pool
    level          TEXT    NOT NULL,
    pack           TEXT,             -- folder of an educator's pack; NULL: the shipped pool, self-administered
    pool_sha256    TEXT    NOT NULL, -- of the pool's text, so that items still mean what they did
    seed           INTEGER NOT NULL, -- 64 bits, read as unsigned
    limit_seconds  INTEGER NOT NULL,
    started_at     TEXT    NOT NULL, -- ISO 8601, UTC
    -- Time used up to when it was last looked at, and the clocks then.
    elapsed_ns     INTEGER NOT NULL DEFAULT 0,
    wall_ns        INTEGER NOT NULL,
    boot_ns        INTEGER NOT NULL,
    boot_id        TEXT    NOT NULL,
    clock_set_back INTEGER NOT NULL DEFAULT 0,
    ended_at       TEXT,
    ended_by       TEXT,             -- "learner" or "time"
    points         INTEGER NOT NULL DEFAULT 0,
    points_total   INTEGER NOT NULL DEFAULT 0,
    passed         INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE assessment_item (
    assessment  INTEGER NOT NULL REFERENCES assessment (id),
    number      INTEGER NOT NULL, -- from 1
    kind        TEXT    NOT NULL, -- "quiz", "exercise" or "predict"
    step        INTEGER NOT NULL, -- of the pool
    part        INTEGER NOT NULL, -- predict: which of the exercise's predictions
    points      INTEGER NOT NULL,
    answer      TEXT,
    attempt     INTEGER REFERENCES attempt (id), -- exercise: the newest, or the first that passed
    right       INTEGER,          -- NULL: open
    answered_at TEXT,
    PRIMARY KEY (assessment, number)
) STRICT, WITHOUT ROWID;
