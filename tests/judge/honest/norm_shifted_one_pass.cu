//? exercise: row_norm
//? virtual: pass
//? cuda: pass
//? why: one pass with sums shifted by the first element
//! launch row_norm(x, y, cols) grid=rows block=32
extern "C" __global__ void row_norm(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float shift = row[0], sum = 0, squares = 0;
    for (int i = threadIdx.x; i < cols; i += 32) {
        float value = row[i] - shift;
        sum += value;
        squares += value * value;
    }
    for (int o = 16; o; o /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    float mean = sum / cols, scale = rsqrtf(fmaxf(squares / cols - mean * mean, 0.0f) + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - shift - mean) * scale;
}
