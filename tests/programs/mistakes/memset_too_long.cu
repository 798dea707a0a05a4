// The size counts one row too many.
//? prints: memset_too_long: cudaErrorInvalidValue
#include <cstdio>

int main()
{
    const int rows = 16, columns = 64;
    int *data;
    cudaMalloc(&data, rows * columns * sizeof(int));
    cudaError_t status = cudaMemset(data, 0, (rows + 1) * columns * sizeof(int)); //? finding: past the end
    printf("memset_too_long: %s\n", cudaGetErrorName(status));
    cudaFree(data);
    return 0;
}
