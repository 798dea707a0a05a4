//? status: wrong
//? says: blocks are needed
// One thread for each element, in a grid that has one for each id.
//
//! launch embedding(table, ids, out, n, dim) grid=(n+255)/256 block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n * dim)
        return;
    int i = t / dim, j = t % dim;
    out[t] = table[ids[i] * dim + j];
}
