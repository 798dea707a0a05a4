// pool_sum_digits: out[r] = the sum of row r. All elements are near 1000, and one thread for each
// row adds them one by one. That loses digits, and coalesces nothing.
// TODO: one block for each row, and a sum that keeps its digits.
//
//! launch sum_digits(in, out, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void sum_digits(const float *in, float *out, int h, int w)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= h)
        return;
    float sum = 0.0f;
    for (int c = 0; c < w; c++)
        sum += in[(size_t)r * w + c];
    out[r] = sum;
}
