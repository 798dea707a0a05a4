//? params:
//?   - {name: logits, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: target, type: i32, shape: [rows], role: in, init: "integers(0, cols - 1)"}
//?   - {name: loss, type: f32, shape: [rows], role: out}
//?   - {name: dlogits, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols
//! scratch log_share f32[rows, cols]
//! scratch dlog f32[rows, cols]
//! launch log_softmax(logits, log_share, cols) grid=rows block=1024
//! launch pick(log_share, target, loss, rows, cols) grid=(rows+255)/256 block=256
//! launch pick_backward(target, dlog, cols) grid=rows block=1024
//! launch log_softmax_backward(log_share, dlog, dlogits, cols) grid=rows block=1024

struct running {
    float largest; // so far
    float sum;     // of exp(x - largest)
};

// A finite beginning: -INFINITY - -INFINITY would be NaN.
__device__ struct running nothing()
{
    return {-3.0e38f, 0.0f};
}

// Describes both parts together. Each sum is brought to the new scale before the two are added.
__device__ struct running join(struct running a, struct running b)
{
    float largest = fmaxf(a.largest, b.largest);
    return {largest, a.sum * expf(a.largest - largest) + b.sum * expf(b.largest - largest)};
}

__device__ struct running join_warp(struct running mine)
{
    for (int offset = 16; offset > 0; offset /= 2) {
        struct running other;
        other.largest = __shfl_xor_sync(0xffffffff, mine.largest, offset);
        other.sum = __shfl_xor_sync(0xffffffff, mine.sum, offset);
        mine = join(mine, other);
    }
    return mine;
}

__device__ struct running join_block(struct running mine)
{
    __shared__ struct running parts[32];
    mine = join_warp(mine);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    return join_warp(threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : nothing());
}

__device__ float block_sum(float value)
{
    __shared__ float parts[32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[threadIdx.x % 32];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

extern "C" __global__ void log_softmax(const float *logits, float *log_share, int cols)
{
    const float *row = logits + (size_t)blockIdx.x * cols;
    struct running all = nothing();
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        all = join(all, {row[i], 1.0f});
    all = join_block(all);
    float log_sum = all.largest + logf(all.sum);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        log_share[(size_t)blockIdx.x * cols + i] = row[i] - log_sum;
}

extern "C" __global__ void pick(const float *log_share, const int *target, float *loss, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        loss[r] = -log_share[(size_t)r * cols + target[r]];
}

extern "C" __global__ void pick_backward(const int *target, float *dlog, int cols)
{
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        dlog[(size_t)blockIdx.x * cols + i] = i == target[blockIdx.x] ? -1.0f : 0.0f;
}

extern "C" __global__ void log_softmax_backward(const float *log_share, const float *dlog, float *dlogits, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        sum += dlog[first + i];
    sum = block_sum(sum);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) { //@ begin
        size_t at = first + i;
        dlogits[at] = dlog[at] - expf(log_share[at]) * sum;
    } //@ end
}
