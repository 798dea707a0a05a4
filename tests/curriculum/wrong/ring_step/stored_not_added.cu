//? status: wrong
//? says: matches this slip: The received chunk replaces the own one.
// Overwrites what the neighbour had.
//
//! let right = (rank + 1) % ranks
//! copy peer(x, right) + rank*chunk x + rank*chunk count=chunk
