// conv1d: out[i] is the sum over k = 0 .. 32 of weights[k] * in[i + k - 16]. Outside counts as 0.
// This kernel is right, and makes 66 loads from global memory for each element.
// TODO: the weights belong into constant memory: `__constant__ float filter[33];` above the kernel,
// and `copy symbol(filter) weights` as a line of the plan before the launch. The elements belong
// into a tile with a halo.
//
//! launch conv1d(in, weights, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void conv1d(const float *in, const float *weights, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 33; k++) {
        int from = i + k - 16;
        if (from >= 0 && from < n)
            sum += weights[k] * in[from];
    }
    out[i] = sum;
}
