// repair_e_again: one thread for each row, with one load and one store of 16 bytes.
//
//! launch repair_e_again(x, out, rows) grid=(rows+255)/256 block=256

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
    if (row >= rows)
        return;
    float4 a = ((const float4 *)x)[row];
    a = make_float4(transform(0, a.x), transform(1, a.y), transform(2, a.z), transform(3, a.w));
    ((float4 *)out)[row] = a;
}
