-- An id that no other attempt has, on any machine. Two histories are merged by it.
ALTER TABLE attempt ADD COLUMN uuid TEXT;
CREATE UNIQUE INDEX attempt_by_uuid ON attempt (uuid);
