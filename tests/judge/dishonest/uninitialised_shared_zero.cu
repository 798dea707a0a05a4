//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: a sum that begins with what shared memory holds
//! launch sum(x, out, n) grid=1 block=32
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ float part[32];
    for (int i = threadIdx.x; i < n; i += 32)
        part[threadIdx.x] += x[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int k = 0; k < 32; k++)
            s += part[k];
        *out = s;
    }
}
