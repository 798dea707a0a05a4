//? status: wrong
//? says: matches this slip: The id is not multiplied by the length of a row.
// The id is taken for the place, not for the row.
//
//! launch embedding(table, ids, out, n, dim) grid=(n*dim+255)/256 block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * dim)
        out[i] = table[ids[i / dim] + i % dim];
}
