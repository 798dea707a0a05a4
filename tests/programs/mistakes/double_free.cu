// Two pointers hold one buffer, and both are freed.
//? prints: double_free: cudaErrorInvalidValue
#include <cstdio>

int main()
{
    double *first, *second;
    cudaMalloc(&first, 4096);
    second = first;
    cudaFree(first);
    cudaError_t status = cudaFree(second); //? finding: freed
    printf("double_free: %s\n", cudaGetErrorName(status));
    return 0;
}
