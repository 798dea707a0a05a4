//? exercise: add
//? virtual: timeout|unsafe|wrong
//? cuda: timeout|unsafe|wrong
//? why: a second stream spoils the output late
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
//! launch late(c, n) grid=1 block=1 stream=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

extern "C" __global__ void late(float *c, int n)
{
    __nanosleep(1000000);
    for (long long end = clock64() + 50000000; clock64() < end;)
        ;
    c[n - 1] = 5;
}
