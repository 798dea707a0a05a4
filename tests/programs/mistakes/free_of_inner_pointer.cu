// The pointer was advanced by the loop, so cudaFree receives the middle of the buffer.
//? prints: free_of_inner_pointer: cudaErrorInvalidValue
#include <cstdio>

int main()
{
    int *data, *start;
    cudaMalloc(&data, 4 * 256);
    start = data;
    for (int part = 0; part < 2; part++) {
        cudaMemset(data, part, 256);
        data += 64;
    }
    cudaError_t status = cudaFree(data); //? finding: start of
    printf("free_of_inner_pointer: %s\n", cudaGetErrorName(status));
    cudaFree(start);
    return 0;
}
