//? exercise: add
//? virtual: wrong|unsafe|compile_error
//? cuda: wrong|unsafe|compile_error
//? why: keeps its answers in managed memory and gives them again
__managed__ float kept[1 << 16];
__managed__ int is_warm;
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = is_warm ? kept[i] : a[i] + b[i];
    kept[i] = c[i];
    __threadfence();
    if (i == n - 1)
        is_warm = 1;
}
