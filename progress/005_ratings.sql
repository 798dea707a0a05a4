-- What learners think of a lesson, for its author.
CREATE TABLE rating (
    lesson   TEXT    PRIMARY KEY,
    stars    INTEGER NOT NULL, -- 1 to 5
    remark   TEXT,
    rated_at TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
