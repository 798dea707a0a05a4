//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: reads what other warps wrote to shared memory, without a barrier
//! launch sum(x, out, n) grid=1 block=64
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ float part[64];
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 64)
        s += x[i];
    part[threadIdx.x] = s;
    if (threadIdx.x == 63) {
        float t = 0;
        for (int k = 0; k < 64; k++)
            t += part[k];
        *out = t;
    }
}
