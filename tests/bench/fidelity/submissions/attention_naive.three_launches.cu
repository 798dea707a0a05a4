//! scratch scores f32[heads, seq, seq]
//! launch make_scores(q, k, scores, seq, dim) grid=(seq+15)/16,(seq+15)/16,heads block=16,16
//! launch softmax(scores, seq) grid=heads*seq block=256
//! launch mix(scores, v, out, seq, dim) grid=seq,heads block=dim
__device__ float reduce(float value, bool largest)
{
    __shared__ float part[256];
    part[threadIdx.x] = value;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (threadIdx.x < s)
            part[threadIdx.x] = largest ? fmaxf(part[threadIdx.x], part[threadIdx.x + s]) : part[threadIdx.x] + part[threadIdx.x + s];
        __syncthreads();
    }
    value = part[0];
    __syncthreads();
    return value;
}
extern "C" __global__ void make_scores(const float *q, const float *k, float *scores, int seq, int dim)
{
    int key = blockIdx.x * 16 + threadIdx.x, query = blockIdx.y * 16 + threadIdx.y;
    if (key >= seq || query >= seq)
        return;
    size_t head = (size_t)blockIdx.z * seq * dim;
    float dot = 0.0f;
    for (int d = 0; d < dim; d++)
        dot += q[head + (size_t)query * dim + d] * k[head + (size_t)key * dim + d];
    scores[((size_t)blockIdx.z * seq + query) * seq + key] = dot * rsqrtf((float)dim);
}
extern "C" __global__ void softmax(float *scores, int seq)
{
    float *row = scores + (size_t)blockIdx.x * seq, most = -INFINITY, sum = 0.0f;
    for (int i = threadIdx.x; i < seq; i += 256)
        most = fmaxf(most, row[i]);
    most = reduce(most, true);
    for (int i = threadIdx.x; i < seq; i += 256)
        sum += expf(row[i] - most);
    sum = reduce(sum, false);
    for (int i = threadIdx.x; i < seq; i += 256)
        row[i] = expf(row[i] - most) / sum;
}
extern "C" __global__ void mix(const float *scores, const float *v, float *out, int seq, int dim)
{
    int d = threadIdx.x;
    size_t head = (size_t)blockIdx.y * seq * dim;
    const float *row = scores + ((size_t)blockIdx.y * seq + blockIdx.x) * seq;
    float sum = 0.0f;
    for (int j = 0; j < seq; j++)
        sum += row[j] * v[head + (size_t)j * dim + d];
    out[head + (size_t)blockIdx.x * dim + d] = sum;
}
