// Plain C++ that calls the runtime.
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <vector>

float total(const float *device, int n)
{
    std::vector<float> host(n);
    checkCudaErrors(cudaMemcpy(host.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost));
    float sum = 0;
    for (float x : host)
        sum += x;
    return sum;
}
