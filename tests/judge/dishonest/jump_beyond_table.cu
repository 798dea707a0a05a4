//? exercise: add
//? virtual: unsafe|wrong|crash|compile_error
//? cuda: unsafe|wrong|crash|compile_error
//? why: jumps by a table with an index beyond it
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("{ table: .branchtargets first, second; brx.idx %0, table; first: second: }" ::"r"(n + 1000000));
    if (i < n)
        c[i] = a[i] + b[i];
}
