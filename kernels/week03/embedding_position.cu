// Reference for embedding_position: the row of the id plus the row of the position.
//! launch embedding_reference(table, positions, ids, out, n, dim, seq)
//!     grid=(n*dim+255)/256 block=256

extern "C" __global__ void embedding_reference(const float *table, const float *positions, const int *ids, float *out,
                                               int n, int dim, int seq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * dim)
        out[i] = table[ids[i / dim] * dim + i % dim] + positions[i / dim % seq * dim + i % dim];
}
