//? exercise: axpb
//? virtual: pass
//? cuda: pass
//? why: shared memory used for two things, with barriers
//! launch axpb(y, n) grid=(n+127)/128 block=128
extern "C" __global__ void axpb(float *y, int n)
{
    __shared__ int words[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float *f = (float *)words;
    words[threadIdx.x] = threadIdx.x ^ 1;
    __syncthreads();
    int other = words[threadIdx.x];
    __syncthreads();
    f[other] = i < n ? y[i] : 0;
    __syncthreads();
    if (i < n)
        y[i] = 2 * f[threadIdx.x ^ 1] + 1;
}
