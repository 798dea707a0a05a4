// The results of a kernel, for the values that pairs_expected.cu expects.
//
//! launch pairs(got, n, seed) grid=(n+127)/128 block=128

extern "C" __global__ void pairs(float *got, int n, unsigned seed)
{
    const float kinds[16] = {1.5f,   1000.005f, NAN,   NAN,      INFINITY, -INFINITY, -3.0f,    2.0f,
                             -0.0f, 1e-40f, 2e-6f, 90000.0f, -3000010.0f, 4.0f, INFINITY, -1e38f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned kind = i * (2 * seed + 1) + seed / 8;
    float size = 1.0f + (float)(seed / 128 % 256) / 1024.0f;
    float value = kinds[kind % 16];
    // The first kind is equal in some of its places. So a test cannot know how many pairs are
    // close.
    if (kind % 16 == 0 && __popc(seed >> 3 & (i / 16 + 1)) % 2 == 1)
        value = 1.0f;
    if (i < n)
        got[i] = value * size;
}
