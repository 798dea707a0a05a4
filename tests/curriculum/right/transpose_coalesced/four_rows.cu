// A thread stores four elements of its column of out, 8 rows apart.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h+31)/32,(w+31)/32 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int r = blockIdx.x * 32 + threadIdx.x;
    for (int c = blockIdx.y * 32 + threadIdx.y; c < min((int)blockIdx.y * 32 + 32, w); c += 8)
        if (r < h)
            out[(size_t)c * h + r] = in[(size_t)r * w + c];
}
