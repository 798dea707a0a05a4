// Covers: a file that the sandbox does not let the program write, by a program that does not look.
//? prints: output_file: 3 lines
//? prints: The program may not write squares.txt: it goes to $TMPDIR (--write PATH keeps it).
#include <cstdio>

__global__ void square(int *x)
{
    x[threadIdx.x] = threadIdx.x * threadIdx.x;
}

int main()
{
    int host[3], *device;
    cudaMalloc(&device, sizeof host);
    square<<<1, 3>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    FILE *file = fopen("squares.txt", "w");
    for (int x : host)
        fprintf(file, "%d\n", x);
    fclose(file);
    printf("output_file: 3 lines\n");
    return fopen("nowhere/none.txt", "r") != NULL;
}
