// The table of the device has 16 elements, that of the host 32.
//? prints: symbol_too_long: cudaErrorInvalidValue
#include <cstdio>

__constant__ float table[16];

__global__ void read(float *out)
{
    out[threadIdx.x] = table[threadIdx.x];
}

int main()
{
    float host[32] = {1.0f}, *out;
    cudaError_t status = cudaMemcpyToSymbol(table, host, sizeof host); //? finding: past the end
    printf("symbol_too_long: %s\n", cudaGetErrorName(status));
    cudaMalloc(&out, 16 * sizeof(float));
    read<<<1, 16>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
