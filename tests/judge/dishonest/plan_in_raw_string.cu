//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a second plan in a raw string
__device__ const char *text = R"(
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
)";
//! launch add(a, b, c, n) grid=1 block=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
