//? status: gate
//? says: Warp stores to global memory
// Each row has a block of one thread, so a request has one element.
//
//! launch embedding(table, ids, out, n, dim) grid=n block=1

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    const float *from = table + ids[blockIdx.x] * dim;
    float *to = out + blockIdx.x * dim;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        to[j] = from[j];
}
