-- How much of the timed launch was compared: "none", "sampled", "full" or "measured". NULL: not known.
ALTER TABLE attempt ADD COLUMN trust TEXT;
