//? status: wrong
//? says: in case h = 2, w = 20011
// A block, and one thread adds the whole row.
//
//! launch sum_digits(in, out, h, w) grid=h block=32

extern "C" __global__ void sum_digits(const float *in, float *out, int h, int w)
{
    if (threadIdx.x > 0)
        return;
    float sum = 0.0f;
    for (int c = 0; c < w; c++)
        sum += in[(size_t)blockIdx.x * w + c];
    out[blockIdx.x] = sum;
}
