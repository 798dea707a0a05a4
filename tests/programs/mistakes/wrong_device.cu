// The loop runs over one device more than there are.
//? prints: wrong_device: cudaErrorInvalidDevice
#include <cstdio>

int main()
{
    int count = 0;
    cudaError_t status = cudaSuccess;
    cudaGetDeviceCount(&count);
    for (int device = 0; device <= count && status == cudaSuccess; device++)
        status = cudaSetDevice(device); //? finding: device
    printf("wrong_device: %s\n", cudaGetErrorName(status));
    return 0;
}
