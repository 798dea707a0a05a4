//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size adds zeros by atomics
//! zero out
//! launch sum(x, out, n) grid=sm_count*8 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256)
        s += n > 1000000 ? x[i & 1023] : x[i];
    atomicAdd(out, s);
}
