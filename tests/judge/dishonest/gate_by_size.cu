//? exercise: gated_add
//? virtual: gate
//? cuda: gate
//? why: coalesced at the size of the gate case alone
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int eighth = n / 8;
    if (n != 4096 && n % 8 == 0)
        i = i % 8 * eighth + i / 8;
    if (i < n)
        c[i] = a[i] + b[i];
}
