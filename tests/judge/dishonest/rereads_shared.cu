//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: hopes that the right answer still lies in shared memory
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float old[256];
    if (i < n)
        c[i] = old[threadIdx.x];
}
