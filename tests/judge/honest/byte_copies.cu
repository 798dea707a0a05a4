//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: through memcpy of bytes
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x, y;
    if (i >= n)
        return;
    memcpy(&x, (const char *)a + 4 * i, 4);
    memcpy(&y, (const char *)b + 4 * i, 4);
    x += y;
    memcpy((char *)c + 4 * i, &x, 4);
}
