// A kernel of device 0 reads a buffer of device 1, and peer access was never enabled.
//? options: --devices 2
#include <cstdio>

__global__ void copy(float *out, const float *in)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    int count = 0;
    float *here, *there;
    cudaGetDeviceCount(&count);
    if (count < 2)
        return 0;
    cudaSetDevice(1);
    cudaMalloc(&there, 64 * sizeof(float));
    cudaMemset(there, 0, 64 * sizeof(float));
    cudaDeviceSynchronize();
    cudaSetDevice(0);
    cudaMalloc(&here, 64 * sizeof(float));
    copy<<<1, 64>>>(here, there); //? finding: peer access
    cudaDeviceSynchronize();
    cudaFree(here);
    cudaFree(there);
    return 0;
}
