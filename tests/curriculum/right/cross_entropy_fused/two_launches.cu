// One launch finds log(sum of exp) of each row, with one warp. Another one writes all gradients,
// one element in each thread.
//
//! scratch log_sum f32[rows]
//! launch log_sums(logits, target, loss, log_sum, rows, cols) grid=(rows+3)/4 block=128
//! launch gradients(logits, target, log_sum, dlogits, cols) grid=(cols+255)/256,rows block=256

extern "C" __global__ void log_sums(const float *logits, const int *target, float *loss, float *log_sum, int rows,
                                    int cols)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32;
    if (r >= rows)
        return;
    const float *row = logits + (size_t)r * cols;
    float m = -3.0e38f, s = 0.0f;
    for (int i = threadIdx.x % 32; i < cols; i += 32) {
        float larger = fmaxf(m, row[i]);
        s = s * expf(m - larger) + expf(row[i] - larger);
        m = larger;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        float other_m = __shfl_xor_sync(0xffffffff, m, offset), other_s = __shfl_xor_sync(0xffffffff, s, offset);
        float larger = fmaxf(m, other_m);
        s = s * expf(m - larger) + other_s * expf(other_m - larger);
        m = larger;
    }
    if (threadIdx.x % 32 == 0) {
        log_sum[r] = m + logf(s);
        loss[r] = m + logf(s) - row[target[r]];
    }
}

extern "C" __global__ void gradients(const float *logits, const int *target, const float *log_sum, float *dlogits,
                                     int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    size_t r = blockIdx.y;
    if (i < cols)
        dlogits[r * cols + i] = expf(logits[r * cols + i] - log_sum[r]) - (i == target[r] ? 1.0f : 0.0f);
}
