//? exercise: gated_add
//? virtual: gate
//? cuda: gate
//? why: a coalesced kernel is launched at the size of the gate case alone
//! launch add_gate(a, b, c, n) grid=(n+255)/256 block=256 when=n==4096
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 when=n!=4096
extern "C" __global__ void add_gate(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int each = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x) * 8;
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < min(first + each, n); i++)
        c[i] = a[i] + b[i];
}
