//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: a C1 control character in static_assert
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
static_assert(sizeof(int) == 5, "2J owned");
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
