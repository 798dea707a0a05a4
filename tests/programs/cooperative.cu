// Covers: cooperative groups, tiles of a warp, a barrier of the whole grid,
// cudaLaunchCooperativeKernel with its array of argument addresses, and a grid sized by the
// occupancy query.
//? prints: cooperative: the sum is 2096128
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void grid_sum(const int *in, int *partial, int *out, int n)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ int warps[32];
    int sum = 0;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
        sum += in[i];
    auto tile = cg::tiled_partition<32>(block);
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0)
        warps[block.thread_rank() / 32] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        for (unsigned int warp = 1; warp < block.size() / 32; warp++)
            sum += warps[warp];
        partial[blockIdx.x] = sum;
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        *out = 0;
        for (unsigned int b = 0; b < gridDim.x; b++)
            *out += partial[b];
    }
}

int main()
{
    int supported = 0, per_sm = 0, sms = 0, n = 2048, result = 0;
    cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, grid_sum, 128, 0);
    int blocks = per_sm * sms < 8 ? per_sm * sms : 8;
    if (!supported || blocks == 0)
        return 1;
    int *host = new int[n], *in, *partial, *out;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&partial, blocks * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
    void *arguments[] = {&in, &partial, &out, &n};
    cudaError_t status = cudaLaunchCooperativeKernel((void *)grid_sum, dim3(blocks), dim3(128), arguments, 0, 0);
    if (status == cudaSuccess)
        status = cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    if (status != cudaSuccess)
        printf("%s\n", cudaGetErrorString(status));
    printf("cooperative: the sum is %d\n", result);
    cudaFree(in), cudaFree(partial), cudaFree(out);
    delete[] host;
    return result == n * (n - 1) / 2 ? 0 : 1;
}
