//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: a lock taken by an exchange, with a pause between tries
__device__ int lock;
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ float tile[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        tile[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    for (int k = 1; k < 8; k++)
        s += tile[k];
    for (int pause = 8; atomicExch(&lock, 1);) {
        __nanosleep(pause);
        pause = pause < 256 ? pause * 2 : pause;
    }
    __threadfence();
    *(volatile float *)out += s;
    __threadfence();
    atomicExch(&lock, 0);
}
