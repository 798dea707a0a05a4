// Asks for the second GPU on a machine with one. Nobody looks at the error.
//? status: 0
//? prints: wrong_device: 0
#include <cstdio>

int main()
{
    int device = -1;
    cudaSetDevice(1); //? finding: device
    cudaGetDevice(&device);
    printf("wrong_device: %d\n", device);
    return 0;
}
