// Reference for pool_sum_digits: in f64.
//
//! launch sum_reference(in, out, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void sum_reference(const float *in, float *out, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= h)
        return;
    double sum = 0.0;
    for (int c = 0; c < w; c++)
        sum += in[(size_t)r * w + c];
    out[r] = (float)sum;
}
