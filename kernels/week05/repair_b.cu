//! launch repair_b(x, out, rows, classes) grid=(rows+31)/32 block=32
extern "C" __global__ void repair_b(const float *x, float *out, int rows, int classes)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *in = x + (size_t)row * classes;
    float largest = in[0];
    for (int c = 1; c < classes; c++)
        largest = fmaxf(largest, in[c]);
    float sum = 0.0f;
    for (int c = 0; c < classes; c++)
        sum += expf(in[c] - largest);
    out[row] = largest + logf(sum);
}
