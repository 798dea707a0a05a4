//? status: wrong
//? says: the first wrong element is x1 (x0 is x of rank 0)
// Overwrites what the neighbour had.
//
//! let right = (rank + 1) % ranks
//! copy peer(x, right) + rank*chunk x + rank*chunk count=chunk
