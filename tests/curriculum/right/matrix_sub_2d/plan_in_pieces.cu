// A graph of launches in pieces of 16 rows, with lists that go on in the next line.
//
//! let per = 1 << 4;  let pieces = ceil_div(h, per)   // 16 rows at a time
/* a comment //! launch nothing() */
//! graph { for p in 0..pieces { let at = p*per*w; let here = min(per, h - p*per)
//!   launch sub::two<float>(
//!       a + at, b + at,
//!       c + at, here,
//!       w) grid=ceil_div(w, 64), here
//!          block=64, 1,
//!                1
//! } }
namespace sub
{
template <typename T> __global__ void two(const T *a, const T *b, T *c, int h, int w)
{
    if (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w)
        c[blockIdx.y * w + x] = a[blockIdx.y * w + x] - b[blockIdx.y * w + x];
}
} // namespace sub
