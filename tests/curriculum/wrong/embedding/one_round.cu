//? status: wrong
//? says: is never written
// Copies the first 256 elements of each row.
//
//! launch embedding(table, ids, out, n, dim) grid=n block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    const float *from = table + ids[blockIdx.x] * dim;
    float *to = out + blockIdx.x * dim;
    int j = threadIdx.x;
    if (j < dim)
        to[j] = from[j];
}
