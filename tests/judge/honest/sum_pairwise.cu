//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: extern shared memory and a tree
//! launch sum(x, out, n) grid=1 block=1024 shared=1024*4
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    extern __shared__ float part[];
    float mine = 0;
    for (int i = threadIdx.x; i < n; i += 1024)
        mine += x[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 512; half; half >>= 1) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (!threadIdx.x)
        *out = part[0];
}
