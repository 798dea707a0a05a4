//? exercise: exchange
//? virtual: pass
//? cuda: pass
//? why: copies the other GPU's numbers first, in a stream, and waits for the copies by name
//! scratch theirs f32[n]
//! copy peer(theirs, 1 - rank) x stream=1 as=told
//! launch exchange(x, theirs, y, n) grid=(n+255)/256 block=256 stream=2 after=told
extern "C" __global__ void exchange(const float *mine, const float *theirs, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = mine[i] + theirs[i];
}
