// embedding_position: a block adds two rows, neighbouring threads neighbouring elements.
//
//! launch embedding_position(table, positions, ids, out, n, dim, seq) grid=n block=256

extern "C" __global__ void embedding_position(const float *table, const float *positions, const int *ids, float *out,
                                              int n, int dim, int seq)
{
    const float *from = table + ids[blockIdx.x] * dim;
    const float *position = positions + blockIdx.x % seq * dim;
    float *to = out + blockIdx.x * dim;
    for (int j = threadIdx.x; j < dim; j += blockDim.x)
        to[j] = from[j] + position[j];
}
