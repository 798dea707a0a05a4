// embedding_backward: four floats at a time if dim is a multiple of 4, and eight rows loaded
// before the first is added.
//
//! zero dtable
//! launch scatter(dout, ids, order, dtable, n, dim) grid=(dim+255)/256,(n+127)/128 block=64,4

#define ROWS 32 // of each thread
#define BATCH 8

extern "C" __global__ void scatter(const float *__restrict__ dout, const int *__restrict__ ids,
                                   const int *__restrict__ order, float *dtable, int n, int dim)
{
    int first = (blockIdx.y * 4 + threadIdx.y) * ROWS, last = min(first + ROWS, n);
    if (dim % 4) {
        for (int j = blockIdx.x * 256 + threadIdx.x; j < min(dim, (int)blockIdx.x * 256 + 256); j += 64) {
            float sum = 0.0f;
            for (int i = first; i < last; i++) {
                sum += dout[order[i] * dim + j];
                if (i + 1 == last || ids[i + 1] != ids[i]) {
                    atomicAdd(&dtable[ids[i] * dim + j], sum);
                    sum = 0.0f;
                }
            }
        }
        return;
    }
    int j = blockIdx.x * 64 + threadIdx.x;
    if (j >= dim / 4)
        return;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (int batch = first; batch < last; batch += BATCH) {
        float4 part[BATCH];
#pragma unroll
        for (int b = 0; b < BATCH; b++)
            part[b] = ((const float4 *)dout)[order[min(batch + b, last - 1)] * (dim / 4) + j];
#pragma unroll
        for (int b = 0; b < BATCH; b++) {
            int i = batch + b;
            if (i >= last)
                break;
            sum = make_float4(sum.x + part[b].x, sum.y + part[b].y, sum.z + part[b].z, sum.w + part[b].w);
            if (i + 1 == last || ids[i + 1] != ids[i]) {
                atomicAdd(&((float4 *)dtable)[ids[i] * (dim / 4) + j], sum);
                sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
            }
        }
    }
}
