// ring_all_gather: one launch. Each rank adds its chunk from all ranks, and stores it on all ranks.
//
//! launch all_reduce(peers(x), peers(total), rank, ranks, chunk) grid=264 block=512

// `total[r]` of rank r: only this rank writes these elements, so no rank waits for another.
extern "C" __global__ void all_reduce(const float *const *x, float *const *total, int rank, int ranks, int chunk)
{
    size_t begin = (size_t)rank * chunk;
    int step = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
    int fours = chunk % 4 == 0 ? chunk / 4 : 0;
    for (int i = first; i < fours; i += step) {
        float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        for (int r = 1; r <= ranks; r++) {
            float4 other = ((const float4 *)(x[(rank + r) % ranks] + begin))[i];
            sum = make_float4(sum.x + other.x, sum.y + other.y, sum.z + other.z, sum.w + other.w);
        }
        for (int r = 1; r <= ranks; r++)
            ((float4 *)(total[(rank + r) % ranks] + begin))[i] = sum;
    }
    for (int i = fours * 4 + first; i < chunk; i += step) {
        float sum = 0.0f;
        for (int r = 1; r <= ranks; r++)
            sum += x[(rank + r) % ranks][begin + i];
        for (int r = 1; r <= ranks; r++)
            total[(rank + r) % ranks][begin + i] = sum;
    }
}
