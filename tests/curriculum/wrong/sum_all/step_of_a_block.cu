//? status: wrong
//? says: by blockDim.x, so several threads take the same elements
// Each block goes on to the end, through the elements of all that follow it.
// sum_all: the sum of all n elements, into total[0].
//
//! zero total
//! launch sum_all(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float acc = 0;
    while (i < n) {
        acc += in[i];
        i += blockDim.x;
    }
    atomicAdd(total, acc);
}
