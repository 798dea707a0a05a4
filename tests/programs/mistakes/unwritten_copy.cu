// The results are copied back, but the launch is missing: a note, since some only measure copies.
//? status: 0
#include <cstdio>

int main()
{
    int *device, host[4] = {};
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost); //? finding: nothing has written to it
    cudaMemset(device, 0, sizeof host);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaFree(device);
}
