-- Steps that run kernels: how long the answer took, and whether it was passed over.
ALTER TABLE step ADD COLUMN seconds INTEGER; -- from the first sight to the answer; NULL: not taken
-- The question was skipped, or its answer was shown. `right` says nothing then.
ALTER TABLE step ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
