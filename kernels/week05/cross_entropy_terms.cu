// The terms of the loss and of its gradient. log(sum of exp) is rounded like the largest logit, and
// each exponential is off by that rounding.
//
//! launch cross_entropy_terms(logits, target, loss, dlogits, cols) grid=rows block=32

extern "C" __global__ void cross_entropy_terms(const float *logits, const int *target, float *loss, float *dlogits,
                                               int cols)
{
    const float *row = logits + (size_t)blockIdx.x * cols;
    int wanted = target[blockIdx.x];
    float largest = -INFINITY, sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32)
        largest = fmaxf(largest, row[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += expf(row[i] - largest);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        loss[blockIdx.x] = 1.0f + fabsf(largest) + fabsf(row[max(wanted, 0)]);
    for (int i = threadIdx.x; i < cols; i += 32) {
        float share = expf(row[i] - largest) / sum;
        dlogits[(size_t)blockIdx.x * cols + i] = share * (1.0f + fabsf(largest) + fabsf(row[i])) + (i == wanted);
    }
}
