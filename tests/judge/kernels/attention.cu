// The reference: everything in f64, one warp for each query.
//
//! scratch scores f64[heads, seq, seq]
//! launch attention_reference(q, k, v, out, scores, seq, dim) grid=seq,heads block=32

extern "C" __global__ void attention_reference(const float *q, const float *k, const float *v, float *out,
                                                     double *scores, int seq, int dim)
{
    size_t head = (size_t)blockIdx.y * seq * dim, mine = head + (size_t)blockIdx.x * dim;
    double *row = scores + ((size_t)blockIdx.y * seq + blockIdx.x) * seq;
    double largest = -INFINITY, sum = 0.0;
    for (int j = threadIdx.x; j < seq; j += 32) {
        double dot = 0.0;
        for (int d = 0; d < dim; d++)
            dot += (double)q[mine + d] * (double)k[head + (size_t)j * dim + d];
        row[j] = dot / sqrt((double)dim);
        largest = fmax(largest, row[j]);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmax(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int j = threadIdx.x; j < seq; j += 32) {
        row[j] = exp(row[j] - largest);
        sum += row[j];
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    __syncthreads();
    for (int d = threadIdx.x; d < dim; d += 32) {
        double value = 0.0;
        for (int j = 0; j < seq; j++)
            value += row[j] * (double)v[head + (size_t)j * dim + d];
        out[mine + d] = (float)(value / sum);
    }
}
