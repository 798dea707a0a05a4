// repair_f: 64 blocks share the rows, and a load brings four columns.
//
//! zero mean
//! launch repair_f(x, mean, rows, cols, (rows+63)/64) grid=(cols+511)/512,64 block=128

extern "C" __global__ void repair_f(const float *x, float *mean, int rows, int cols, int stretch)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    int start = blockIdx.y * stretch, end = min(rows, start + stretch);
    if (first >= cols)
        return;
    if (cols % 4) {
        for (int col = first; col < min(cols, first + 4); col++) {
            float sum = 0.0f;
            for (int r = start; r < end; r++)
                sum += x[(size_t)r * cols + col];
            atomicAdd(&mean[col], sum / rows);
        }
        return;
    }
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int r = start; r < end; r++) {
        float4 v = *(const float4 *)(x + (size_t)r * cols + first);
        sum = make_float4(sum.x + v.x, sum.y + v.y, sum.z + v.z, sum.w + v.w);
    }
    atomicAdd(&mean[first], sum.x / rows);
    atomicAdd(&mean[first + 1], sum.y / rows);
    atomicAdd(&mean[first + 2], sum.z / rows);
    atomicAdd(&mean[first + 3], sum.w / rows);
}
