// conv2d_tiled: out[r][c] is the sum over a, b = 0 .. 6 of
// weights[a][b] * in[r + a - 3][c + b - 3]. Outside counts as 0.
// This kernel is right, and loads 49 elements for each result.
// TODO: read the window from a tile with a halo of 3, corners included.
//
//! copy symbol(filter) weights
//! launch conv2d_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

__constant__ float filter[49];

extern "C" __global__ void conv2d_tiled(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x;
    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = blockIdx.y * 32 + i;
        float sum = 0.0f;
        for (int a = 0; a < 7; a++)
            for (int b = 0; b < 7; b++)
                if (r + a >= 3 && r + a - 3 < h && c + b >= 3 && c + b - 3 < w)
                    sum += filter[7 * a + b] * in[(r + a - 3) * w + c + b - 3];
        if (r < h && c < w)
            out[r * w + c] = sum;
    }
}
