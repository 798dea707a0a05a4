// Two buffers go round. Each chunk that arrives is compared with the own one, without a copy of x.
//! scratch other f32[2, chunk]
//! let left = (rank + ranks - 1) % ranks
//! copy other x + left*chunk count=chunk when=ranks == 1
//! copy peer(other, left) x + rank*chunk count=chunk when=ranks > 1
//! for s in 1..ranks {
//!     let c = (rank + s) % ranks
//!     launch keep(x + c*chunk, other + (s - 1)%2*chunk, s == ranks - 1 ? 0 : 1, chunk, peer(other, left) + s%2*chunk,
//!     total) grid=(chunk+127)/128 block=128
//! }
//! copy total other count=chunk when=ranks == 1
extern "C" __global__ void keep(const float *own, const float *in, int on, int chunk, float *next, float *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        (on ? next : total)[i] = fmaxf(own[i], in[i]);
}
