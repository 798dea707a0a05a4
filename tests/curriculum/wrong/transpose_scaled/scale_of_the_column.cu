//? status: unsafe
//? says: lets x + i run up to w. Is x + i the right index of scale?
// A factor for each column, but there is one for each row.
//
//! launch transpose_scaled(in, scale, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_scaled(const float *in, const float *scale, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int i = threadIdx.x;
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    float factor = x + i < w ? scale[x + i] : 0.0f; // the same row of in for all of this lane's elements
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r] * factor;
}
