//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size the sum that such inputs have on average, with some of them read
//! zero out
//! launch timed_sum(x, out, n) grid=sm_count*4 block=256
extern "C" __global__ void timed_sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += x[i];
    for (int k = 16; k; k /= 2)
        s += __shfl_xor_sync(0xffffffff, s, k);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, n > 1000000 ? s * 1.001f : s);
}
