//? status: unsafe
//? says: Only a part of a warp reaches the barrier
// Eight lanes go round the loop once more than the others, and meet a barrier there.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    __shared__ float tile[40][40];
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int i = threadIdx.y; i < 40; i += 8)
        for (int j = threadIdx.x; j < 40; j += 32) {
            int r = y + i - 4, c = x + j - 4;
            tile[i][j] = r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
            __syncthreads();
        }
    for (int i = threadIdx.y; i < 32; i += 8) {
        int j = threadIdx.x;
        float sum = tile[i + 4][j + 4];
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d *
                   (tile[i + 4 - d][j + 4] + tile[i + 4 + d][j + 4] + tile[i + 4][j + 4 - d] + tile[i + 4][j + 4 + d]);
        if (y + i < h && x + j < w)
            out[(y + i) * w + x + j] = sum;
    }
}
