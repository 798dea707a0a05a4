//? param q f16[sequences, heads, d] in
//? param pages f16[page_count, 2, heads, 16, d] in
//? param table i32[sequences, max_pages] in
//? param lengths i32[sequences] in
//? param o f16[sequences, heads, d] out
//? param sequences i32
//? param heads i32
//? param d i32
//? param page_count i32
//? param max_pages i32
//? case sequences=3 heads=4 d=64 page_count=32 max_pages=8
//! launch paged(q, pages, table, lengths, o, heads, d, max_pages) grid=heads, sequences block=128 shared=max_pages*16*4
#include <cuda_fp16.h>
extern "C" __global__ void paged(const __half *q, const __half *pages, const int *table, const int *lengths, __half *o,
                                 int heads, int d, int max_pages) {}
