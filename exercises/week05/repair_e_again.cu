// repair_e_again: a table with four columns. Each column has a transform of its own.
// This kernel is right. TODO: repair what its profile shows. Keep the formulas.
//
//! launch repair_e_again(x, out, rows) grid=(4*rows+255)/256 block=256

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
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 4 * rows)
        out[i] = transform(i % 4, x[i]);
}
