// ring_reduce_scatter_largest: `total` of rank r has the largest elements of chunk r - 1 over all
// ranks; for rank 0 it is the last chunk. The ring turns to the left. x must not change.
// TODO: write the plan and the kernel.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! launch keep(work, work, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void keep(float *largest, const float *received, int chunk)
{
}
