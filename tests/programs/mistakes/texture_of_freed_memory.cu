// A texture outlives its memory. Another one asks for filtered integers.
#include <cstring>

__global__ void read(cudaTextureObject_t texture, int *out)
{
    out[threadIdx.x] = tex1Dfetch<int>(texture, threadIdx.x); //? finding: freed
}

int main()
{
    int *memory, *out;
    cudaMalloc(&memory, 128);
    cudaMalloc(&out, 128);
    cudaMemset(memory, 0, 128);
    cudaResourceDesc resource;
    cudaTextureDesc wanted;
    cudaTextureObject_t texture, filtered;
    memset(&resource, 0, sizeof resource);
    memset(&wanted, 0, sizeof wanted);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = 128;
    cudaCreateTextureObject(&texture, &resource, &wanted, NULL);
    wanted.filterMode = cudaFilterModeLinear;
    cudaCreateTextureObject(&filtered, &resource, &wanted, NULL); //? finding: only floats are filtered
    cudaFree(memory);
    read<<<1, 32>>>(texture, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFree(out);
    return 0;
}
