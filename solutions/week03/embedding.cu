// embedding: a block copies one row, neighbouring threads neighbouring elements.
//
//! launch embedding(table, ids, out, n, dim) grid=n block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    const float *from = table + ids[blockIdx.x] * dim; // one id for the whole block
    float *to = out + blockIdx.x * dim;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        to[j] = from[j];
}
