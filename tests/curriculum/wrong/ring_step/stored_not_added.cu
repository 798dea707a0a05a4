//? status: wrong
//? says: rank 0's x[1][0] is -0.257
// Overwrites what the neighbour had.
//
//! let right = (rank + 1) % ranks
//! copy peer(x, right) + rank*chunk x + rank*chunk count=chunk
