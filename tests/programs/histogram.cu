// Covers: atomics on shared and global memory, cudaMemset, bytes as input, a grid-stride loop.
//? prints: histogram: 256 of 256 bins are right
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define BINS 256

typedef unsigned int uint;
typedef unsigned char uchar;

__global__ void histogram(const uchar *data, uint count, uint *bins)
{
    __shared__ uint partial[BINS];
    for (uint bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        partial[bin] = 0;
    __syncthreads();
    for (uint i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&partial[data[i]], 1u);
    __syncthreads();
    for (uint bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        if (partial[bin] > 0)
            atomicAdd(bins + bin, partial[bin]);
}

int main()
{
    const uint count = 1 << 18;
    uchar *data = (uchar *)malloc(count);
    uint expected[BINS], got[BINS];
    memset(expected, 0, sizeof expected);
    srand(2009);
    for (uint i = 0; i < count; i++) {
        data[i] = (uchar)(rand() >> 7);
        expected[data[i]]++;
    }

    uchar *device_data;
    uint *device_bins;
    cudaMalloc((void **)&device_data, count);
    cudaMalloc((void **)&device_bins, BINS * sizeof(uint));
    cudaMemcpy(device_data, data, count, cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; round++) {
        cudaMemset(device_bins, 0, BINS * sizeof(uint));
        histogram<<<48, 192>>>(device_data, count, device_bins);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(got, device_bins, sizeof got, cudaMemcpyDeviceToHost);

    int right = 0;
    for (int bin = 0; bin < BINS; bin++)
        right += got[bin] == expected[bin];
    printf("histogram: %d of %d bins are right\n", right, BINS);
    cudaFree(device_data);
    cudaFree(device_bins);
    free(data);
    return right == BINS ? EXIT_SUCCESS : EXIT_FAILURE;
}
