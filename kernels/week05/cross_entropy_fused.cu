// Reference for cross_entropy_fused: each row in f64, less its largest logit, by one warp.
//
//! launch cross_entropy_reference(logits, target, loss, dlogits, cols) grid=rows block=32

extern "C" __global__ void cross_entropy_reference(const float *logits, const int *target, float *loss, float *dlogits,
                                                   int cols)
{
    const float *row = logits + (size_t)blockIdx.x * cols;
    int wanted = target[blockIdx.x];
    double largest = -INFINITY, sum = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        largest = fmax(largest, (double)row[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmax(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += exp((double)row[i] - largest);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        loss[blockIdx.x] = (float)(largest + log(sum) - row[wanted]);
    for (int i = threadIdx.x; i < cols; i += 32)
        dlogits[(size_t)blockIdx.x * cols + i] = (float)(exp((double)row[i] - largest) / sum - (i == wanted));
}
