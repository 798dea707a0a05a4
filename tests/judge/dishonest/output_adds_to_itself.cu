//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: adds to an output that nobody has set to zero
//! launch sum(x, out, n) grid=(n+31)/32 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n)
        atomicAdd(out, x[i]);
}
