// The ring turns to the left: each rank reads from its right neighbour, in a grid-stride loop.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! for s in 1..ranks {
//!     launch step(work, peer(work, (rank + 1) % ranks), (rank + 2 + s) % ranks, chunk)
//!         grid=2*sm_count block=256
//! }
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

template <class T> __device__ void add(T *sum, const T *other, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        sum[i] += other[i];
}

extern "C" __global__ void step(float *work, const float *theirs, int c, int chunk)
{
    add(work + c * chunk, theirs + c * chunk, chunk);
}
