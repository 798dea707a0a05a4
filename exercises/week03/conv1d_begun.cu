// conv1d: 33 weights in constant memory, and a tile with a halo of 16. Half of it is written.
//
//! copy symbol(filter) weights
//! launch conv1d(in, out, n) grid=(n+255)/256 block=256

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[256 + 32];
    int t = threadIdx.x;
    int first = blockIdx.x * 256;

    // TODO: 256 threads fill 288 places. tile[0] is 16 elements before in[first].

    __syncthreads();
    float sum = 0.0f;
    // TODO: 33 products. Which place of the tile belongs to weight k of thread t?
    if (first + t < n)
        out[first + t] = sum;
}
