-- Time spent, by day and by what it was spent on ("lesson" or "exercise").
CREATE TABLE activity (
    day     TEXT    NOT NULL, -- the learner's own calendar day
    kind    TEXT    NOT NULL,
    subject TEXT    NOT NULL,
    seconds INTEGER NOT NULL,
    PRIMARY KEY (day, kind, subject)
) STRICT, WITHOUT ROWID;

-- What was earned, and the attempt that shows it.
CREATE TABLE badge (
    badge     TEXT    NOT NULL,
    subject   TEXT    NOT NULL,
    earned_at TEXT    NOT NULL,
    attempt   INTEGER REFERENCES attempt (id),
    PRIMARY KEY (badge, subject)
) STRICT, WITHOUT ROWID;
