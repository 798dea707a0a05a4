//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: adds to a variable that is never reset
//! launch add_up(x, n) grid=(n+255)/256 block=256
//! launch store(out) grid=1 block=1
__device__ float total;
extern "C" __global__ void add_up(const float *x, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        atomicAdd(&total, x[i]);
}
extern "C" __global__ void store(float *out) { *out = total; }
