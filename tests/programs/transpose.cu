// Covers: kernels chosen by a function pointer, times taken with events, a warm-up launch.
//? prints: transpose: naive and tiled are right, both took time
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int tile = 32;
constexpr int rows_per_block = 8;

__global__ void transpose_naive(float *out, const float *in, int width, int height)
{
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int row = 0; row < tile; row += rows_per_block)
        out[x * height + y + row] = in[(y + row) * width + x];
}

__global__ void transpose_tiled(float *out, const float *in, int width, int height)
{
    __shared__ float block[tile][tile + 1];
    int x = blockIdx.x * tile + threadIdx.x;
    int y = blockIdx.y * tile + threadIdx.y;
    for (int row = 0; row < tile; row += rows_per_block)
        block[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
    __syncthreads();
    x = blockIdx.y * tile + threadIdx.x;
    y = blockIdx.x * tile + threadIdx.y;
    for (int row = 0; row < tile; row += rows_per_block)
        out[(y + row) * height + x] = block[threadIdx.x][threadIdx.y + row];
}

int main(int argc, char **argv)
{
    const int width = 256, height = 128, bytes = width * height * sizeof(float), repeats = 10;
    float *in = (float *)malloc(bytes), *out = (float *)malloc(bytes), *device_in, *device_out;
    for (int i = 0; i < width * height; i++)
        in[i] = (float)i;
    cudaMalloc((void **)&device_in, bytes);
    cudaMalloc((void **)&device_out, bytes);
    cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    void (*kernel)(float *, const float *, int, int);
    bool right[2], timed = true;
    for (int k = 0; k < 2; k++) {
        kernel = k == 0 ? &transpose_naive : &transpose_tiled;
        dim3 grid(width / tile, height / tile), threads(tile, rows_per_block);
        cudaMemset(device_out, 0, bytes);
        kernel<<<grid, threads>>>(device_out, device_in, width, height);
        cudaEventRecord(start, 0);
        for (int i = 0; i < repeats; i++)
            kernel<<<grid, threads>>>(device_out, device_in, width, height);
        cudaEventRecord(stop, 0);
        cudaEventSynchronize(stop);
        float milliseconds = -1.0f;
        cudaEventElapsedTime(&milliseconds, start, stop);
        timed = timed && milliseconds > 0.0f && milliseconds < 1000.0f;
        cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
        right[k] = true;
        for (int i = 0; i < width * height; i++)
            right[k] = right[k] && out[i % width * height + i / width] == in[i];
    }
    printf("transpose: %s are right, %s took time\n", right[0] && right[1] ? "naive and tiled" : "not all",
           timed ? "both" : "not both");
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(device_in);
    cudaFree(device_out);
    free(in);
    free(out);
    return right[0] && right[1] && timed ? 0 : 1;
}
