//? status: gate
//? says: Warp loads from shared memory: 0
// Down a column in registers, with neighbours by shuffles. It loads little, and shares nothing.
//
//! launch stencil_halo(in, out, h, w) grid=(w+23)/24,(h+31)/32 block=32

static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * 24 + (int)threadIdx.x - 4, y = blockIdx.y * 32;
    float column[9];
    for (int i = 1; i < 9; i++)
        column[i] = at(in, y - 5 + i, c, h, w);
    for (int r = y; r < y + 32; r++) {
        for (int i = 0; i < 8; i++)
            column[i] = column[i + 1];
        column[8] = at(in, r + 4, c, h, w);
        float sum = column[4];
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d * (column[4 - d] + column[4 + d] + __shfl_up_sync(0xffffffffu, column[4], d) +
                                 __shfl_down_sync(0xffffffffu, column[4], d));
        if (r < h && c < w && threadIdx.x >= 4 && threadIdx.x < 28)
            out[r * w + c] = sum;
    }
}
