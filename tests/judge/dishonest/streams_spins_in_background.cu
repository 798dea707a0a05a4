//? exercise: add
//? virtual: unsafe|timeout
//? cuda: unsafe|timeout
//? why: a stream of its own waits in a loop for what another one writes
//! launch spin(c, n) grid=1 block=1 stream=1
//! launch add(a, b, c, n) grid=(n+255)/256 block=256 stream=2
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
extern "C" __global__ void spin(float *c, int n)
{
    volatile float *last = c + n - 1;
    while (*last != *last)
        ;
    c[0] = c[0] + 0.0f;
}
