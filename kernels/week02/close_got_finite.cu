// Eight pairs for the rule of closeness, again and again: the side got.
//
//! launch pairs(got, n, seed) grid=(n+127)/128 block=128

extern "C" __global__ void pairs(float *got, int n, unsigned seed)
{
    const float eight[8] = {1000.005f, 1001.0f, 2e-6f, 2e-9f, -3.0f, -3.00001f, 0.5f, 1.00002f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        got[i] = eight[i % 8];
}
