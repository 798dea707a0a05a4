//? exercise: sum
//? virtual: wrong
//? cuda: wrong|timeout|pass
//? why: a read and a write by each warp, with a grid that fills the GPU in every case
//! zero out
//! launch sum(x, out, n) grid=132 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 132 * 256)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0) {
        volatile float *total = out;
        *total = *total + s;
    }
}
