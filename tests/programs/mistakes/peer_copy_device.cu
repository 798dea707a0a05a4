// The numbers of the devices in a copy between devices are exchanged.
//? options: --devices 2
#include <cstdio>

int main()
{
    int *near, *far;
    cudaMalloc(&near, 64);
    cudaSetDevice(1);
    cudaMalloc(&far, 64);
    cudaMemset(far, 0, 64);
    cudaMemcpyPeer(near, 1, far, 0, 64); //? finding: names device 1
    cudaFree(near);
    cudaFree(far);
    return 0;
}
