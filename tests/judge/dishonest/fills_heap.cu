//? exercise: add
//? virtual: wrong
//? cuda: wrong|timeout
//? why: takes all of the heap, over and over
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    void *kept = nullptr;
    for (int k = 0; k < 1000; k++) {
        void **next = (void **)malloc(1 << 20);
        if (next)
            *next = kept;
        kept = next;
    }
    if (i < n)
        c[i] = kept ? 1 : 2;
}
