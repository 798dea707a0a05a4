//! launch transpose_negate(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8
extern "C" __global__ void transpose_negate(const float *in, float *out, int h, int w)
{
    int r = blockIdx.x * 32 + threadIdx.x, c = blockIdx.y * 8 + threadIdx.y;
    if (r < h && c < w)
        out[(size_t)c * h + r] = -in[(size_t)r * w + c];
}
