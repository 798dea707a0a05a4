-- Steps of lessons that are done: text read, quiz or prediction answered.
CREATE TABLE step (
    lesson  TEXT    NOT NULL,
    step    INTEGER NOT NULL,
    answer  TEXT,
    right   INTEGER NOT NULL DEFAULT 0,
    done_at TEXT    NOT NULL,
    PRIMARY KEY (lesson, step)
) STRICT, WITHOUT ROWID;

-- Where the reader was in each lesson; the newest is where to go on.
CREATE TABLE position (
    lesson  TEXT    PRIMARY KEY,
    step    INTEGER NOT NULL,
    seen_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
