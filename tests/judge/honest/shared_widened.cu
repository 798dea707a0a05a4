//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: seven floats of dynamic shared memory, read by the compiler in two loads of four
//! launch add(a, b, c, n) grid=(n+127)/128 block=128 shared=28
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float zeros[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 7)
        zeros[threadIdx.x] = n < 0 ? 1.0f : 0.0f;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 7; k++)
        sum += zeros[k];
    if (i < n)
        c[i] = a[i] + b[i] + sum;
}
