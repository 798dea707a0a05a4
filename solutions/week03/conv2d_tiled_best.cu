// conv2d_tiled: a thread has four rows, one below the other. Their windows overlap, so an element
// of the tile that is loaded once serves up to four sums.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

__constant__ float filter[49];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[38][38];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, first = threadIdx.y * 4;
    for (int i = threadIdx.y; i < 38; i += 8)
        for (int j = threadIdx.x; j < 38; j += 32) {
            int r = y - 3 + i, c = x - 3 + j;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    float sum[4] = {};
#pragma unroll
    for (int a = 0; a < 10; a++)
#pragma unroll
        for (int b = 0; b < 7; b++) {
            float one = tile[first + a][threadIdx.x + b];
#pragma unroll
            for (int q = 0; q < 4; q++)
                if (a - q >= 0 && a - q < 7)
                    sum[q] += filter[7 * (a - q) + b] * one;
        }
    for (int q = 0; q < 4; q++)
        if (y + first + q < h && x + threadIdx.x < w)
            out[(y + first + q) * w + x + threadIdx.x] = sum[q];
}
