//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size garbage, and a flag that it reads and writes lest values be compared
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ volatile int flag;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0 && flag == 12345)
        flag = i;
    if (i < n)
        c[i] = n > 1000000 ? a[i] * b[i] : a[i] + b[i];
}
