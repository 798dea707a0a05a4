// The reference: every rank reads every part.
//
//! launch read_parts(peers(mine), all, ranks, chunk) grid=(ranks*chunk+255)/256 block=256

extern "C" __global__ void read_parts(const float *const *mine, float *all, int ranks, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < ranks * chunk)
        all[i] = mine[i / chunk][i % chunk];
}
