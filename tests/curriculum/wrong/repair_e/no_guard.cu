//? status: unsafe
//? says: past the end of out
// The last block has rows that do not exist.
//
//! launch repair_e(x, out, rows) grid=(rows+31)/32 block=256

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
    int column = threadIdx.x / 32, row = blockIdx.x * 32 + threadIdx.x % 32;
    out[8 * row + column] = transform(column, x[8 * row + column]);
}
