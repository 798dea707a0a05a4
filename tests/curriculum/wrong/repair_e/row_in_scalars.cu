//? status: gate
//? says: modelled time is 1.12x
// One thread for each row, with single loads and stores that are 32 bytes apart.
//
//! launch repair_e(x, out, rows) grid=(rows+127)/128 block=128

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

extern "C" __global__ void repair_e(const float *__restrict__ x, float *__restrict__ out, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
#pragma unroll
    for (int column = 0; column < 8; column++)
        out[8 * row + column] = transform(column, x[8 * row + column]);
}
