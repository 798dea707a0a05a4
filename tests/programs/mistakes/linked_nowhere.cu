// A device function is declared, and no file defines it.
//? files: linked/half.cu
#include <cstdio>

__device__ int helper(int x);
__device__ int nowhere(int x);

__global__ void run(int *data)
{
    data[0] = helper(data[0]);
    data[1] = nowhere(data[1]); //? finding: no file defines nowhere
}

int main()
{
    run<<<1, 1>>>(nullptr);
    return 0;
}
