// Copies 1024 elements into a buffer of 1000.
//? prints: copy_too_long: cudaErrorInvalidValue
#include <cstdio>
#include <vector>

int main()
{
    std::vector<float> host(1024, 1.0f);
    float *device;
    cudaMalloc(&device, 1000 * sizeof(float));
    cudaError_t status = cudaMemcpy(device, host.data(), host.size() * sizeof(float), //? finding: past the end
                                    cudaMemcpyHostToDevice);
    printf("copy_too_long: %s\n", cudaGetErrorName(status));
    cudaFree(device);
    return 0;
}
