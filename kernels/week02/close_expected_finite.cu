// Eight pairs for the rule of closeness, again and again: the side expected.
//
//! launch pairs(expected, n, seed) grid=(n+127)/128 block=128

extern "C" __global__ void pairs(float *expected, int n, unsigned seed)
{
    const float eight[8] = {1000.0f, 1000.0f, 1e-6f, 0.0f, 3.0f, -3.0f, 0.5f, 1.0f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        expected[i] = eight[i % 8];
}
