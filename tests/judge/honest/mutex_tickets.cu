//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: blocks add one after the other, by tickets
//! scratch tickets u32[2] zero
//! zero out
//! launch sum(x, out, tickets, n) grid=16 block=32
extern "C" __global__ void sum(const float *x, float *out, unsigned *tickets, int n)
{
    if (threadIdx.x)
        return;
    float s = 0;
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        s += x[i];
    unsigned mine = atomicAdd(&tickets[0], 1u);
    while (atomicAdd(&tickets[1], 0u) != mine)
        __nanosleep(20);
    *(volatile float *)out = *(volatile float *)out + s;
    __threadfence();
    atomicAdd(&tickets[1], 1u);
}
