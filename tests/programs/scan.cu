// Covers: three kernels in a row on one stream, a __device__ function, early return of the host,
// and copies between device buffers.
//? prints: scan: 100000 sums are right
#include <cstdio>
#include <numeric>
#include <vector>

const int block_size = 512;

__device__ int warp_scan(int value)
{
    for (int offset = 1; offset < 32; offset *= 2) {
        int other = __shfl_up_sync(~0u, value, offset);
        if (threadIdx.x % 32 >= offset)
            value += other;
    }
    return value;
}

__global__ void scan_blocks(int *data, int *sums, int n)
{
    __shared__ int warp_sums[block_size / 32];
    int i = blockIdx.x * block_size + threadIdx.x;
    int value = warp_scan(i < n ? data[i] : 0);
    if (threadIdx.x % 32 == 31)
        warp_sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x < 32) {
        int sum = warp_scan(threadIdx.x < block_size / 32 ? warp_sums[threadIdx.x] : 0);
        if (threadIdx.x < block_size / 32)
            warp_sums[threadIdx.x] = sum;
    }
    __syncthreads();
    if (threadIdx.x >= 32)
        value += warp_sums[threadIdx.x / 32 - 1];
    if (i < n)
        data[i] = value;
    if (sums && threadIdx.x == block_size - 1)
        sums[blockIdx.x] = value;
}

__global__ void add_sums(int *data, const int *sums, int n)
{
    int i = (blockIdx.x + 1) * block_size + threadIdx.x;
    if (i < n)
        data[i] += sums[blockIdx.x];
}

int main()
{
    const int n = 100000, blocks = (n + block_size - 1) / block_size;
    std::vector<int> in(n), out(n), expected(n);
    for (int i = 0; i < n; i++)
        in[i] = i % 11 - 3;
    std::partial_sum(in.begin(), in.end(), expected.begin());

    int *source, *data, *sums;
    if (cudaMalloc(&source, n * sizeof *source) || cudaMalloc(&data, n * sizeof(int)) ||
        cudaMalloc(&sums, blocks * sizeof(int)))
        return 1;
    cudaMemcpy(source, &in[0], n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(data, source, n * sizeof(int), cudaMemcpyDeviceToDevice);
    scan_blocks<<<blocks, block_size>>>(data, sums, n);
    scan_blocks<<<1, block_size>>>(sums, nullptr, blocks);
    add_sums<<<blocks - 1, block_size>>>(data, sums, n);
    cudaMemcpy(&out[0], data, n * sizeof(int), cudaMemcpyDefault);
    int right = 0;
    for (int i = 0; i < n; i++)
        right += out[i] == expected[i];
    printf("scan: %d sums are right\n", right);
    for (int *pointer : {source, data, sums})
        cudaFree(pointer);
    return right != n;
}
