// A warp for each row, in a fixed grid; one lane loads the id and passes it on.
//
//! launch embedding(table, ids, out, n, dim) grid=8*sm_count block=256

extern "C" __global__ void embedding(const float *table, const int *ids, float *out, int n, int dim)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * (blockDim.x / 32);
    for (int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; i < n; i += warps) {
        int id = lane ? 0 : ids[i];
        id = __shfl_sync(0xffffffffu, id, 0);
        for (int j = lane; j < dim; j += 32)
            out[(long long)i * dim + j] = table[(long long)id * dim + j];
    }
}
