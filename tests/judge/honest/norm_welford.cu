//? exercise: row_norm
//? virtual: pass
//? cuda: pass
//? why: Welford's update by one thread of each row
//! launch row_norm(x, y, rows, cols) grid=(rows+31)/32 block=32
extern "C" __global__ void row_norm(const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float mean = 0.0f, squares = 0.0f;
    for (int i = 0; i < cols; i++) {
        float value = x[(size_t)r * cols + i], delta = value - mean;
        mean += delta / (i + 1);
        squares += delta * (value - mean);
    }
    float scale = rsqrtf(squares / cols + 1e-5f);
    for (int i = 0; i < cols; i++)
        y[(size_t)r * cols + i] = (x[(size_t)r * cols + i] - mean) * scale;
}
