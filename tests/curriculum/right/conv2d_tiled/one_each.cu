// Blocks of 32 x 32, filled in a line, and cooperative groups wait.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,32

#include <cooperative_groups.h>

__constant__ float filter[7][7];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[38 * 38];
    for (int j = threadIdx.y * 32 + threadIdx.x; j < 38 * 38; j += 1024) {
        int r = (int)blockIdx.y * 32 - 3 + j / 38, c = (int)blockIdx.x * 32 - 3 + j % 38;
        tile[j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
    }
    cooperative_groups::this_thread_block().sync();
    float sum = 0.0f;
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < 7; b++)
            sum += filter[a][b] * tile[(threadIdx.y + a) * 38 + threadIdx.x + b];
    int r = blockIdx.y * 32 + threadIdx.y, c = blockIdx.x * 32 + threadIdx.x;
    if (r < h && c < w)
        out[r * w + c] = sum;
}
