// The tile is dynamic shared memory, and cooperative groups wait.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,32 shared=32*33*4

#include <cooperative_groups.h>

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    extern __shared__ float tile[];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, i = threadIdx.x, r = threadIdx.y;
    if (y + r < h && x + i < w)
        tile[r * 33 + i] = in[(long long)(y + r) * w + x + i];
    cooperative_groups::this_thread_block().sync();
    if (x + r < w && y + i < h)
        out[(long long)(x + r) * h + y + i] = tile[i * 33 + r];
}
