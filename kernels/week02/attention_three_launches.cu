//? params:
//?   - {name: q, type: f32, shape: [heads, seq, dim], role: in, init: "normal(0, 1)"}
//?   - {name: k, type: f32, shape: [heads, seq, dim], role: in, init: "normal(0, 1)"}
//?   - {name: v, type: f32, shape: [heads, seq, dim], role: in, init: "normal(0, 1)"}
//?   - {name: out, type: f32, shape: [heads, seq, dim], role: out}
//?   - {name: heads, type: i32}
//?   - {name: seq, type: i32}
//?   - {name: dim, type: i32}
//? bytes: 16*heads*seq*dim
//! scratch scores f32[heads, seq, seq]
//! launch score(q, k, scores, seq, dim) grid=seq,heads block=128
//! launch softmax(scores, seq) grid=heads*seq block=128
//! launch mix(scores, v, out, seq, dim) grid=seq,heads block=dim

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

__device__ float block_reduce(float value, bool largest)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = largest ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int i = 1; i < blockDim.x / 32; i++)
        value = largest ? fmaxf(value, parts[i]) : value + parts[i];
    __syncthreads();
    return value;
}

extern "C" __global__ void score(const float *q, const float *k, float *scores, int seq, int dim)
{
    size_t head = (size_t)blockIdx.y * seq * dim, row = ((size_t)blockIdx.y * seq + blockIdx.x) * seq;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int j = warp; j < seq; j += warps) {
        float dot = 0.0f;
        for (int d = lane; d < dim; d += 32)
            dot += q[head + blockIdx.x * dim + d] * k[head + j * dim + d];
        dot = warp_sum(dot);
        if (lane == 0)
            scores[row + j] = dot * rsqrtf((float)dim); //@ begin
    }
}

extern "C" __global__ void softmax(float *scores, int seq)
{
    float *row = scores + (size_t)blockIdx.x * seq; //@ end
    float largest = -INFINITY, sum = 0.0f;
    for (int j = threadIdx.x; j < seq; j += blockDim.x)
        largest = fmaxf(largest, row[j]);
    largest = block_reduce(largest, true);
    for (int j = threadIdx.x; j < seq; j += blockDim.x)
        sum += expf(row[j] - largest);
    sum = block_reduce(sum, false);
    for (int j = threadIdx.x; j < seq; j += blockDim.x)
        row[j] = expf(row[j] - largest) / sum;
}

extern "C" __global__ void mix(const float *scores, const float *v, float *out, int seq, int dim)
{
    size_t head = (size_t)blockIdx.y * seq * dim, row = ((size_t)blockIdx.y * seq + blockIdx.x) * seq;
    float value = 0.0f;
#pragma unroll 8
    for (int j = 0; j < seq; j++)
        value += scores[row + j] * v[head + j * dim + threadIdx.x];
    out[head + blockIdx.x * dim + threadIdx.x] = value;
}
