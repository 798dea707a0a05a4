// Clusters that cannot be launched, and one whose blocks end too early.
//? prints: grid of 6: cudaErrorInvalidClusterSize
//? prints: sixteen: cudaErrorInvalidClusterSize
#include <cooperative_groups.h>
#include <cstdio>

__global__ void fill(int *data)
{
    data[blockIdx.x] = 1;
}

__global__ void __cluster_dims__(4, 1, 1) fours(int *data)
{
    data[blockIdx.x] = 2;
}

__global__ void __cluster_dims__(2, 1, 1) ends_early(int *data)
{
    __shared__ int mine;
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    mine = blockIdx.x;
    cluster.sync();
    data[blockIdx.x] = *cluster.map_shared_rank(&mine, 1 - cluster.block_rank()); //? finding: which has ended
}

int main()
{
    int *data;
    cudaMalloc(&data, 64);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(6);
    config.blockDim = dim3(1);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {4, 1, 1};
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaError_t status = cudaLaunchKernelEx(&config, fill, data); //? finding: no multiple of the cluster's 4
    printf("grid of 6: %s\n", cudaGetErrorName(status));
    config.gridDim = dim3(16);
    attribute.val.clusterDim = {16, 1, 1};
    status = cudaLaunchKernelEx(&config, fill, data); //? finding: more than 8 need
    printf("sixteen: %s\n", cudaGetErrorName(status));
    cudaGetLastError();
    fours<<<6, 1>>>(data); //? finding: no multiple of the cluster's 4
    cudaGetLastError();
    ends_early<<<4, 1>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
    return 0;
}
