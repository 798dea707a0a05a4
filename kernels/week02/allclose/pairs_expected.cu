// Expected values of allclose: sixteen kinds of pairs, in an order that the seed gives.
// pairs_got.cu has their other halves.
//
//! launch pairs(expected, n, seed) grid=(n+127)/128 block=128

extern "C" __global__ void pairs(float *expected, int n, unsigned seed)
{
    const float kinds[16] = {1.0f,   1000.0f,   NAN,   1.0f,     INFINITY, INFINITY, -INFINITY, -2.0f,
                             0.0f, 0.0f, 1e-6f, 70000.0f, -3e6f,    NAN,   5.0f,   1e38f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned kind = i * (2 * seed + 1) + seed / 8; // an odd factor reaches each kind once in sixteen
    float size = 1.0f + (float)(seed / 128 % 256) / 1024.0f; // both halves of a pair grow alike
    if (i < n)
        expected[i] = kinds[kind % 16] * size;
}
