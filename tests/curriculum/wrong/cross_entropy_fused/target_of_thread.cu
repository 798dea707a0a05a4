//? status: unsafe
//? says: The index is threadIdx.x. For one element per block it is blockIdx.x
// Each thread takes a target of its own.
//
//! launch cross_entropy(logits, target, loss, dlogits, cols) grid=rows block=64

extern "C" __global__ void cross_entropy(const float *logits, const int *target, float *loss, float *dlogits, int cols)
{
    int wanted = target[threadIdx.x];
    const float *row = logits + (size_t)blockIdx.x * cols;
    float largest = row[0], sum = 0.0f;
    for (int i = 1; i < cols; i++)
        largest = fmaxf(largest, row[i]);
    for (int i = 0; i < cols; i++)
        sum += expf(row[i] - largest);
    if (threadIdx.x == 0)
        loss[blockIdx.x] = largest + logf(sum) - row[wanted];
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        dlogits[(size_t)blockIdx.x * cols + i] = expf(row[i] - largest) / sum - (i == wanted);
}
