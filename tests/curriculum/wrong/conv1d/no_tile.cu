//? status: gate
//? says: Warp loads from global memory
// The weights are constant, and each thread loads 33 elements.
//
//! copy symbol(filter) weights
//! launch conv1d(in, out, n) grid=(n+255)/256 block=256

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 33; k++)
        if (i + k - 16 >= 0 && i + k - 16 < n)
            sum += filter[k] * in[i + k - 16];
    out[i] = sum;
}
