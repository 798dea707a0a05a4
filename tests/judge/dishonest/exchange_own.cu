//? exercise: exchange
//? virtual: wrong
//? cuda: wrong
//? why: never asks the other GPU
//! launch exchange(x, y, n) grid=(n+255)/256 block=256
extern "C" __global__ void exchange(const float *mine, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = mine[i] + mine[i];
}
