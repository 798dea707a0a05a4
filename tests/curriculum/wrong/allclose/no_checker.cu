//? status: compile_error
//? says: checker is missing
// Sizes alone: the judge would compare for the learner.
//
//@ case n=1
//@ case n=16
//@ case n=1000
