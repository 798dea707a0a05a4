// A tile brings the columns together: loads and stores are coalesced, and a warp has one column.
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
    __shared__ float tile[8][33];
    int i = blockIdx.x * 256 + threadIdx.x, column = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (i < 8 * rows)
        tile[threadIdx.x % 8][threadIdx.x / 8] = x[i];
    __syncthreads();
    if (blockIdx.x * 32 + lane < rows)
        tile[column][lane] = transform(column, tile[column][lane]);
    __syncthreads();
    if (i < 8 * rows)
        out[i] = tile[threadIdx.x % 8][threadIdx.x / 8];
}
