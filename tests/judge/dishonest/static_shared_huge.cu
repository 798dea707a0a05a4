//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: 4 MiB of shared memory
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float big[1 << 20];
    big[threadIdx.x] = 1;
    c[0] = big[n];
}
