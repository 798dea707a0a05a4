//? status: unsafe
//? finding: out_of_bounds
//? says: lets t run up to n * dim. Is t the right index of ids
// Takes an id for each element, and not for each row.
//
//! launch embedding(table, ids, out, n, dim) grid=(n*dim+255)/256 block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n * dim)
        return;
    out[t] = table[ids[t] * dim + t % dim];
}
