// Covers: cudaLaunchKernelEx, with a cluster attribute where the device runs clusters, distributed
// shared memory, and cudaOccupancyMaxActiveClusters.
//? prints: clusters: neighbours are right
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void neighbour(int *out)
{
    __shared__ int mine;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        mine = blockIdx.x;
    cluster.sync();
    unsigned int next = (cluster.block_rank() + 1) % cluster.num_blocks();
    if (threadIdx.x == 0)
        out[blockIdx.x] = *cluster.map_shared_rank(&mine, next);
    cluster.sync();
}

__global__ void own(int *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = blockIdx.x;
}

static cudaError_t launch(bool has_clusters, cudaLaunchConfig_t *config, int *out)
{
    int resident = 0;
    if (!has_clusters)
        return cudaLaunchKernelEx(config, own, out);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 4;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config->attrs = attribute;
    config->numAttrs = 1;
    cudaError_t status = cudaOccupancyMaxActiveClusters(&resident, neighbour, config);
    return status == cudaSuccess && resident > 0 ? cudaLaunchKernelEx(config, neighbour, out) : status;
}

int main()
{
    int *out, host[8], has_clusters = 0, right = 0;
    cudaMalloc(&out, sizeof host);
    cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, 0);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(32);
    cudaError_t status = launch(has_clusters, &config, out);
    if (status != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(status));
        return 1;
    }
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        right += host[i] == (has_clusters ? i / 4 * 4 + (i + 1) % 4 : i);
    if (right == 8)
        printf("clusters: neighbours are right\n");
    cudaFree(out);
    return right != 8;
}
