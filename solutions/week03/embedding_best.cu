// embedding: four floats at a time if dim is a multiple of 4, and four rows in each block.
//
//! launch embedding(table, ids, out, n, dim) grid=(n+3)/4 block=64,4

extern "C" __global__ void embedding(const float *__restrict__ table, const int *__restrict__ ids,
                                     float *__restrict__ out, int n, int dim)
{
    int i = blockIdx.x * 4 + threadIdx.y;
    if (i >= n)
        return;
    const float *from = table + ids[i] * dim;
    float *to = out + i * dim;
    if (dim % 4 == 0)
        for (int j = threadIdx.x; j < dim / 4; j += 64)
            ((float4 *)to)[j] = ((const float4 *)from)[j];
    else
        for (int j = threadIdx.x; j < dim; j += 64)
            to[j] = from[j];
}
