//? exercise: row_norm
//? virtual: unsafe
//? cuda: unsafe
//? why: uses its input as scratch, and puts it back
//! launch row_norm(x, y, cols) grid=rows block=1
extern "C" __global__ void row_norm(float *x, float *y, int cols)
{
    float *row = x + (size_t)blockIdx.x * cols, first = row[0];
    double sum = 0, squares = 0;
    for (int i = 0; i < cols; i++)
        sum += row[i];
    row[0] = (float)(sum / cols);
    double mean = sum / cols;
    for (int i = 0; i < cols; i++) {
        double value = (i ? row[i] : first) - mean;
        squares += value * value;
    }
    row[0] = first;
    double scale = rsqrt(squares / cols + 1e-5);
    for (int i = 0; i < cols; i++)
        y[(size_t)blockIdx.x * cols + i] = (row[i] - mean) * scale;
}
