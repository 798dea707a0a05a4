// Covers: mapped, registered and write-combined host memory, device pointers of host memory, and
// pointer attributes of each kind of memory.
//? prints: host_memory: mapped 100, registered 200, 4 kinds are told apart
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *out, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value;
}

static cudaMemoryType kind_of(const void *pointer)
{
    cudaPointerAttributes attributes = {};
    return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess ? attributes.type
                                                                          : cudaMemoryTypeUnregistered;
}

int main()
{
    const int n = 1024;
    int *mapped, *mapped_on_device, *combined, *device, *managed;
    int *registered = (int *)aligned_alloc(4096, n * sizeof(int)), *registered_on_device;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    cudaHostAlloc((void **)&mapped, n * sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc((void **)&combined, n * sizeof(int), cudaHostAllocWriteCombined | cudaHostAllocPortable);
    cudaHostGetDevicePointer((void **)&mapped_on_device, mapped, 0);
    cudaHostRegister(registered, n * sizeof(int), cudaHostRegisterMapped);
    cudaHostGetDevicePointer((void **)&registered_on_device, registered, 0);
    cudaMalloc(&device, n * sizeof(int));
    cudaMallocManaged(&managed, n * sizeof(int));

    fill<<<n / 128, 128>>>(mapped_on_device, 100, n);
    fill<<<n / 128, 128>>>(registered_on_device, 200, n);
    cudaDeviceSynchronize();
    int sum = 0, other = 0;
    for (int i = 0; i < n; i++) {
        sum += mapped[i];
        other += registered[i];
        combined[i] = i;
    }
    cudaMemcpyAsync(device, combined, n * sizeof(int), cudaMemcpyHostToDevice, 0);
    int last = 0;
    cudaMemcpy(&last, device + n - 1, sizeof last, cudaMemcpyDeviceToHost);

    int kinds = 0;
    kinds += kind_of(mapped) == cudaMemoryTypeHost;
    kinds += kind_of(device + 5) == cudaMemoryTypeDevice;
    kinds += kind_of(managed) == cudaMemoryTypeManaged;
    kinds += kind_of(&last) == cudaMemoryTypeUnregistered;
    printf("host_memory: mapped %d, registered %d, %d kinds are told apart\n", sum / n, other / n, kinds);
    cudaFreeHost(mapped);
    cudaFreeHost(combined);
    cudaHostUnregister(registered);
    cudaFree(device);
    cudaFree(managed);
    free(registered);
    return sum == 100 * n && other == 200 * n && last == n - 1 && kinds == 4 ? 0 : 1;
}
