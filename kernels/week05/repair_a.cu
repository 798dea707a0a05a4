//! launch repair_a(x, q, scale, rows, cols) grid=(rows+31)/32 block=32
extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    size_t first = (size_t)row * cols;
    float largest = 0.0f;
    for (int c = 0; c < cols; c++)
        largest = fmaxf(largest, fabsf(x[first + c]));
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = 0; c < cols; c++)
        q[first + c] = (signed char)rintf(x[first + c] * factor);
    scale[row] = largest / 127.0f;
}
