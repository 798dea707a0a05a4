//? status: gate
//? says: loads with a stride
// One thread for each row: lanes are in different rows.
//
//! launch embedding(table, ids, out, n, dim) grid=(n+255)/256 block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int j = 0; j < dim; j++)
        out[i * dim + j] = table[ids[i] * dim + j];
}
