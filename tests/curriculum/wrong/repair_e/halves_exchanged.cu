//? status: wrong
//? says: It depends on x[0][4] instead of x[0][0]
// The two halves of the row change places.
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
    float4 a = ((const float4 *)x)[2 * row + 1], b = ((const float4 *)x)[2 * row];
    a = make_float4(transform(0, a.x), transform(1, a.y), transform(2, a.z), transform(3, a.w));
    b = make_float4(transform(4, b.x), transform(5, b.y), transform(6, b.z), transform(7, b.w));
    ((float4 *)out)[2 * row] = a;
    ((float4 *)out)[2 * row + 1] = b;
}
