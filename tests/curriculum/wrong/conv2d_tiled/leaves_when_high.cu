//? status: wrong
//? says: on every case except the timed one
// From 2048 rows on one block in eight leaves after the load.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

__constant__ float filter[49];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[38][38];
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int i = threadIdx.y; i < 38; i += 8)
        for (int j = threadIdx.x; j < 38; j += 32) {
            int r = y - 3 + i, c = x - 3 + j;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    if (h >= 2048 && blockIdx.x % 8 == 3)
        return;
    for (int i = threadIdx.y; i < 32; i += 8) {
        float sum = 0.0f;
        for (int a = 0; a < 7; a++)
            for (int b = 0; b < 7; b++)
                sum += filter[7 * a + b] * tile[i + a][threadIdx.x + b];
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
