-- When the half-written starter was taken. A pass after that is assisted, as after the solution was seen.
ALTER TABLE exercise ADD COLUMN half_starter_at TEXT;
