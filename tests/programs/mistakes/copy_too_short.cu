// sizeof of a pointer in place of the array's size: the copy has 8 bytes.
#include <cstdio>
#include <cstdlib>

__global__ void twice(const int *from, int *to)
{
    to[threadIdx.x] = 2 * from[threadIdx.x];
}

int main()
{
    const int n = 64;
    int *host = (int *)malloc(n * sizeof(int)), *from, *to;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&from, n * sizeof(int));
    cudaMalloc(&to, n * sizeof(int));
    cudaMemcpy(from, host, sizeof(host), cudaMemcpyHostToDevice); //? finding: 8 of the 256 bytes of 'from'
    twice<<<1, n>>>(from, to);
    cudaMemcpy(host, to, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[1]);
    cudaFree(from);
    cudaFree(to);
    free(host);
}
