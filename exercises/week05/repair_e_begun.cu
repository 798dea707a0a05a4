// repair_e: one thread for each row. Half of it is written.
//
//! launch repair_e(x, out, rows) grid=(rows+255)/256 block=256

__device__ float transform(int column, float x)
{
    switch (column) {
    case 0:
        return log1pf(fabsf(x));
    case 1:
        return tanhf(x);
    case 2:
        return powf(fabsf(x), 0.3f);
    case 3:
        return erff(x);
    case 4:
        return cbrtf(x);
    case 5:
        return x / (1.0f + expf(-x));
    case 6:
        return asinhf(x);
    default:
        return normcdff(x);
    }
}

extern "C" __global__ void repair_e(const float *x, float *out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    // The first four columns of the row, and the last four. All lanes do the same here.
    float4 a = ((const float4 *)x)[2 * row], b = ((const float4 *)x)[2 * row + 1];

    // TODO: transform the eight numbers. Which column is a.x, and which is b.x?

    ((float4 *)out)[2 * row] = a;
    ((float4 *)out)[2 * row + 1] = b;
}
