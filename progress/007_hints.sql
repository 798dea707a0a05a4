-- Which hints were shown, in their order: a letter for each, a for the first of the exercise. Before, they were counted.
ALTER TABLE exercise ADD COLUMN hints_order TEXT NOT NULL DEFAULT '';
UPDATE exercise SET hints_order = substr('abcdefghijklmnopqrstuvwxyz', 1, hints_shown);
