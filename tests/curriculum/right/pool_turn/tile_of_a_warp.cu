// A warp has a tile for itself, so that a barrier of the warp is enough.
//! launch turn(in, out, h, w) grid=ceil_div(w, 32), ceil_div(h, 32) block=32
extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    __shared__ float s[32 * 33];
    int x = threadIdx.x, c0 = blockIdx.x * 32, r0 = blockIdx.y * 32;
#pragma unroll 8
    for (int r = 0; r < 32; r++)
        if (r0 + r < h && c0 + x < w)
            s[r * 33 + x] = in[(r0 + r) * w + c0 + x];
    __syncwarp();
    for (int c = 0; c < 32; c++) {
        int r = r0 + 31 - x;
        if (c0 + c < w && r < h)
            out[(c0 + c) * h + h - 1 - r] = s[(31 - x) * 33 + c];
    }
}
