// Covers: cudaLaunchKernelEx with a cluster attribute, distributed shared memory, a cluster size
// fixed in the source, and cudaOccupancyMaxActiveClusters.
//? prints: clusters: neighbours 1 2 3 0 5 6 7 4
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

__global__ void __cluster_dims__(2, 1, 1) pair(int *out)
{
    if (threadIdx.x == 0)
        atomicAdd(out, (int)cg::this_cluster().num_blocks());
}

int main()
{
    int *out, host[8], sum = 0, resident = 0;
    cudaMalloc(&out, sizeof host);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8);
    config.blockDim = dim3(32);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 4;
    attribute[0].val.clusterDim.y = 1;
    attribute[0].val.clusterDim.z = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaError_t status = cudaOccupancyMaxActiveClusters(&resident, neighbour, &config);
    if (status == cudaSuccess)
        status = cudaLaunchKernelEx(&config, neighbour, out);
    if (status != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(status));
        return 1;
    }
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("clusters: neighbours");
    for (int i = 0; i < 8; i++)
        printf(" %d", host[i]);
    printf("\n");
    cudaMemset(out, 0, sizeof(int));
    pair<<<4, 32>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(out);
    return sum == 8 && resident > 0 ? 0 : 1;
}
