// Two files define a device function of one name.
//? files: linked/half.cu
#include <cstdio>

__device__ int helper(int x);

__device__ int half(int x) //? finding: is defined a second time
{
    return x / 2;
}

__global__ void run(int *data)
{
    data[0] = helper(half(data[0]));
}

int main()
{
    run<<<1, 1>>>(nullptr);
    return 0;
}
