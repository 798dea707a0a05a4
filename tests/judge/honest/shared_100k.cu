//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a hundred kilobytes of shared memory
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 shared=102400
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float x[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[threadIdx.x * 100] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n)
        c[i] = x[threadIdx.x * 100] + b[i];
}
