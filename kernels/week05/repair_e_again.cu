//! launch repair_e_again(x, out, rows) grid=(rows+31)/32 block=32
__device__ float transform(int column, float x)
{
    switch (column) {
    case 0:
        return log1pf(fabsf(x));
    case 1:
        return erff(x);
    case 2:
        return powf(fabsf(x), 0.7f);
    default:
        return asinhf(x);
    }
}

extern "C" __global__ void repair_e_again(const float *x, float *out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int column = 0; column < 4 && row < rows; column++)
        out[4 * row + column] = transform(column, x[4 * row + column]);
}
