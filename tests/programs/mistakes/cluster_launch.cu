// Launches clusters of blocks, which the virtual GPU does not run, and asks about them.
//? prints: launch: cudaErrorNotSupported
//? prints: active: 0 cudaErrorNotSupported
//? prints: size: 0 cudaErrorNotSupported
//? prints: cluster of one: no error
#include <cstdio>

__global__ void fill(int *data)
{
    data[blockIdx.x] = 1;
}

__global__ void __cluster_dims__(2, 1, 1) pairs(int *data)
{
    data[blockIdx.x] = 2;
}

int main()
{
    int *data, active = -1, size = -1;
    cudaMalloc(&data, 64);
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeClusterDimension;
    attribute[0].val.clusterDim.x = 2;
    attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(1);
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaError_t status = cudaOccupancyMaxActiveClusters(&active, fill, &config);
    printf("active: %d %s\n", active, cudaGetErrorName(status));
    status = cudaOccupancyMaxPotentialClusterSize(&size, fill, &config);
    printf("size: %d %s\n", size, cudaGetErrorName(status));
    status = cudaLaunchKernelEx(&config, fill, data); //? finding: clusters of blocks: use --device cuda
    printf("launch: %s\n", cudaGetErrorName(status));
    cudaGetLastError();
    pairs<<<4, 1>>>(data); //? finding: does not run: use --device cuda
    cudaGetLastError();
    attribute[0].val.clusterDim.x = 1;
    printf("cluster of one: %s\n", cudaGetErrorString(cudaLaunchKernelEx(&config, fill, data)));
    cudaFree(data);
    return 0;
}
