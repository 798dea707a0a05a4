//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: redux adds the lanes
//! zero counts
//! launch histogram(x, counts, n) grid=(n+255)/256 block=256
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x, mine = i < n ? x[i] : -1;
    for (int v = 0; v < 16; v++) {
        unsigned found = __reduce_add_sync(0xffffffffu, mine == v ? 1u : 0u);
        if (threadIdx.x % 32 == 0 && found)
            atomicAdd(&counts[v], found);
    }
}
