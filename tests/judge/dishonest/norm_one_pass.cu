//? exercise: row_norm
//? virtual: wrong
//? cuda: wrong
//? why: the variance as a difference of two large sums, in f32
//! launch row_norm(x, y, cols) grid=rows block=32
extern "C" __global__ void row_norm(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float sum = 0, squares = 0;
    for (int i = 0; i < cols; i++) {
        sum += row[i];
        squares += row[i] * row[i];
    }
    float mean = sum / cols, scale = rsqrtf(fmaxf(squares / cols - mean * mean, 0.0f) + 1e-5f);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mean) * scale;
}
