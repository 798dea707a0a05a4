// Tiles of 64 x 16.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+63)/64,(h+15)/16 block=64,4

__constant__ float filter[49];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[22][70];
    int x = blockIdx.x * 64;
    int y = blockIdx.y * 16;

    for (int i = threadIdx.y; i < 22; i += 4)
        for (int j = threadIdx.x; j < 70; j += 64) {
            int r = y - 3 + i, c = x - 3 + j;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    for (int i = threadIdx.y; i < 16; i += 4) {
        float sum = 0.0f;
        for (int a = 0; a < 7; a++)
            for (int b = 0; b < 7; b++)
                sum += filter[7 * a + b] * tile[i + a][threadIdx.x + b];
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
