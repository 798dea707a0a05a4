// Covers: a histogram whose bins are spread over the shared memory of a cluster, __cluster_dims__,
// clusters of 16 blocks, and questions about clusters.
//? prints: histogram: right
//? prints: sums: right
//? prints: sixteen: right
//? prints: size: 8 no error
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

namespace cg = cooperative_groups;

constexpr int BINS = 256, COUNT = 8192;

__global__ void histogram(int *bins, int bins_per_block, const int *input, int count)
{
    extern __shared__ int own[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
        own[i] = 0;
    cluster.sync();
    for (int i = cg::this_grid().thread_rank(); i < count; i += blockDim.x * gridDim.x) {
        int bin = input[i] < 0 ? 0 : input[i] >= BINS ? BINS - 1 : input[i];
        int *there = cluster.map_shared_rank(own, bin / bins_per_block);
        atomicAdd(there + bin % bins_per_block, 1);
    }
    cluster.sync();
    int *mine = bins + cluster.block_rank() * bins_per_block;
    for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
        atomicAdd(&mine[i], own[i]);
}

template <int BLOCKS> __global__ void __cluster_dims__(BLOCKS, 1, 1) sum(const float *x, float *out)
{
    __shared__ float total;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, x[blockIdx.x * blockDim.x + threadIdx.x]);
    cluster.sync();
    if (cluster.thread_rank() == 0) {
        float all = 0;
        for (unsigned rank = 0; rank < cluster.num_blocks(); rank++)
            all += *cluster.map_shared_rank(&total, rank);
        out[blockIdx.x / BLOCKS] = all;
    }
    cluster.sync();
}

__global__ void ranks(unsigned *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    out[blockIdx.x] = cluster.block_rank() + 100 * cluster.num_blocks();
}

static bool histogram_is_right(int blocks_per_cluster)
{
    std::vector<int> input(COUNT), bins(BINS), expected(BINS);
    for (int i = 0; i < COUNT; i++)
        expected[input[i] = i * 7919 % BINS]++;
    int *device_input, *device_bins;
    cudaMalloc(&device_input, COUNT * sizeof(int));
    cudaMalloc(&device_bins, BINS * sizeof(int));
    cudaMemcpy(device_input, input.data(), COUNT * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(device_bins, 0, BINS * sizeof(int));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(128);
    config.dynamicSmemBytes = BINS / blocks_per_cluster * sizeof(int);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim = {(unsigned)blocks_per_cluster, 1, 1};
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaError_t status =
        cudaLaunchKernelEx(&config, histogram, device_bins, BINS / blocks_per_cluster, (const int *)device_input, COUNT);
    cudaMemcpy(bins.data(), device_bins, BINS * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(device_input);
    cudaFree(device_bins);
    return status == cudaSuccess && bins == expected;
}

static bool sums_are_right()
{
    std::vector<float> x(512, 1.0f), out(2);
    float *device_x, *device_out;
    cudaMalloc(&device_x, 512 * sizeof(float));
    cudaMalloc(&device_out, 2 * sizeof(float));
    cudaMemcpy(device_x, x.data(), 512 * sizeof(float), cudaMemcpyHostToDevice);
    sum<4><<<8, 64>>>(device_x, device_out);
    cudaMemcpy(out.data(), device_out, 2 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device_x);
    cudaFree(device_out);
    return out[0] == 256 && out[1] == 256;
}

static bool sixteen_are_right()
{
    unsigned host[32], *device;
    bool right = true;
    cudaMalloc(&device, sizeof host);
    cudaFuncSetAttribute(ranks, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(32);
    config.blockDim = dim3(1);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {16, 1, 1};
    config.attrs = &attribute;
    config.numAttrs = 1;
    right = cudaLaunchKernelEx(&config, ranks, device) == cudaSuccess;
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 32; i++)
        right = right && host[i] == i % 16 + 1600;
    cudaFree(device);
    return right;
}

int main()
{
    int size = 0;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(128);
    printf("histogram: %s\n", histogram_is_right(1) && histogram_is_right(2) && histogram_is_right(8) ? "right" : "wrong");
    printf("sums: %s\n", sums_are_right() ? "right" : "wrong");
    printf("sixteen: %s\n", sixteen_are_right() ? "right" : "wrong");
    cudaError_t status = cudaOccupancyMaxPotentialClusterSize(&size, histogram, &config);
    printf("size: %d %s\n", size, cudaGetErrorString(status));
    return 0;
}
