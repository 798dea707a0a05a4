-- "wrps": tells a progress file from any other SQLite database.
PRAGMA application_id = 0x77727073;

-- One graded submission, with all that is needed to grade it again. A full check may change its judgement.
CREATE TABLE attempt (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    exercise        TEXT    NOT NULL,
    status          TEXT    NOT NULL,
    device          TEXT,
    architecture    TEXT,
    seed            INTEGER NOT NULL, -- 64 bits, read as unsigned
    source          TEXT,
    source_sha256   TEXT,
    ptx_sha256      TEXT,
    verdict_json    TEXT,
    medal           TEXT,
    best_ratio      REAL    NOT NULL DEFAULT 0,
    toolkit         TEXT,
    program_version TEXT,
    model_version   TEXT,
    certifiable     INTEGER NOT NULL DEFAULT 0,
    assisted        INTEGER NOT NULL DEFAULT 0,
    started_at      TEXT    NOT NULL, -- ISO 8601, UTC
    elapsed_ns      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX attempt_by_exercise ON attempt (exercise, id);
CREATE INDEX attempt_by_time ON attempt (started_at);

-- Where the learner stands with each exercise; kept in step with attempts by the transaction that adds one.
CREATE TABLE exercise (
    exercise         TEXT    PRIMARY KEY,
    attempts         INTEGER NOT NULL DEFAULT 0,
    hints_shown      INTEGER NOT NULL DEFAULT 0,
    parked           INTEGER NOT NULL DEFAULT 0,
    solution_seen_at TEXT,
    last_status      TEXT,
    passed_at        TEXT,                       -- the first pass
    assisted         INTEGER NOT NULL DEFAULT 0, -- the solution was seen before the first pass
    unaided_at       TEXT,                       -- the first pass without the solution seen
    best_medal       TEXT,
    best_ratio       REAL    NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
