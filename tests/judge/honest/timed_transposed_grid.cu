//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: blocks of three dimensions over the grid in another order
//! launch add(a, b, c, n) grid=32, (n+16383)/16384, 2 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int block = (blockIdx.z * gridDim.x + blockIdx.x) + blockIdx.y * 64;
    int i = block * 256 + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
