// Expected values of allclose: sixteen kinds of pairs in turn. pairs_got.cu has their other halves.
//
//! launch pairs(expected, n) grid=(n+127)/128 block=128

extern "C" __global__ void pairs(float *expected, int n)
{
    const float kinds[16] = {1.0f,   1000.0f,   NAN,   1.0f,     INFINITY, INFINITY, -INFINITY, -2.0f,
                             0.0f, 0.0f, 1e-6f, 70000.0f, -3e6f,    NAN,   5.0f,   1e38f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        expected[i] = kinds[i % 16];
}
