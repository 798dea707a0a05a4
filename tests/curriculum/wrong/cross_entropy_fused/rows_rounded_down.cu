//? status: wrong
//? says: target = constant(cols - 1)
// Four rows in a block, and the rows that are left have none.
//
//! launch ce(logits, target, loss, dlogits, rows, cols) grid=max(rows/4,1) block=128
extern "C" __global__ void ce(const float *logits, const int *target, float *loss, float *dlogits, int rows, int cols)
{
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    logits += (size_t)row * cols;
    dlogits += (size_t)row * cols;
    float top = -INFINITY, sum = 0.0f;
    for (int i = lane; i < cols; i += 32) {
        float x = logits[i];
        if (x > top) {
            sum *= expf(top - x);
            top = x;
        }
        sum += expf(x - top);
    }
    float all = top;
    for (int o = 16; o; o >>= 1)
        all = fmaxf(all, __shfl_xor_sync(~0u, all, o));
    sum = top == -INFINITY ? 0.0f : sum * expf(top - all);
    for (int o = 16; o; o >>= 1)
        sum += __shfl_xor_sync(~0u, sum, o);
    float l = all + logf(sum);
    int t = target[row];
    for (int i = lane; i < cols; i += 32) {
        float x = logits[i] - l;
        dlogits[i] = expf(x) - (float)(i == t);
        if (i == t)
            loss[row] = -x;
    }
}
