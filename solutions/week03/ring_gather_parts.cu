// ring_gather_parts: each rank puts its part in place, and sends on what arrived last.
//
//! copy all + rank*chunk mine count=chunk
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - s) % ranks
//!     copy peer(all, (rank + 1) % ranks) + c*chunk all + c*chunk count=chunk
//! }
