// embedding: row i of out is row ids[i] of the table. This kernel is right, with one thread for
// each row, so neighbouring lanes are in different rows.
// TODO: neighbouring lanes copy neighbouring elements of one row.
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
