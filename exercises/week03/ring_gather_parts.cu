// ring_gather_parts: each rank has `mine`, a part of `chunk` elements. `all` of every rank
// becomes the parts of all ranks, part r in chunk r.
// TODO: write the plan. It needs no kernel.
//
//! copy all + rank*chunk mine count=chunk
