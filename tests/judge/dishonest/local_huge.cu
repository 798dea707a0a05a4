//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: 512 MiB of stack for each thread
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    volatile float big[1 << 27];
    big[n] = 1;
    c[0] = big[n];
}
