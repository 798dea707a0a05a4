//? status: wrong
//? says: Every value matches this slip: Outside counts as 0
// Outside counts as 0, which wins over negative elements.
//
//! launch window_max(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void window_max(const float *in, float *out, int h, int w)
{
    __shared__ float tile[36][36];
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int i = threadIdx.y; i < 36; i += 8)
        for (int j = threadIdx.x; j < 36; j += 32) {
            int r = y - 2 + i, c = x - 2 + j;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
        }
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        float most = -INFINITY;
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++)
                most = fmaxf(most, tile[i + a][threadIdx.x + b]);
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = most;
    }
}
