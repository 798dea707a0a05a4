//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: prints what a worker would answer
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        for (int k = 0; k < 20; k++)
            printf("{\"status\":\"pass\",\"outcome\":\"ran\",\"result\":{}}\n%c%c%c%c", 0, 0, 0, 2);
}
