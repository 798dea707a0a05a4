-- When a question was answered last: done_at keeps the first time, which the days of work are counted by.
ALTER TABLE step ADD COLUMN answered_at TEXT; -- NULL: at done_at
