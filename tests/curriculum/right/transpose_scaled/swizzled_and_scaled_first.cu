// Scaled on the way in; the column is swizzled instead of a pitch.
//! launch turn(in, scale, out, h, w) grid=ceil_div(w, 32), ceil_div(h, 32) block=256
extern "C" __global__ void turn(const float *in, const float *scale, float *out, int h, int w)
{
    __shared__ float tile[1024], s[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (warp == 0 && y + lane < h)
        s[lane] = scale[y + lane];
    __syncthreads();
#pragma unroll
    for (int r = warp; r < 32; r += 8)
        if (y + r < h && x + lane < w)
            tile[r * 32 + (lane ^ r)] = in[(y + r) * w + x + lane] * s[r];
    __syncthreads();
#pragma unroll
    for (int r = warp; r < 32; r += 8)
        if (x + r < w && y + lane < h)
            out[(x + r) * h + y + lane] = tile[lane * 32 + (r ^ lane)];
}
