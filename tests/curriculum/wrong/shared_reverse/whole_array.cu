//? status: wrong
//? says: It depends on in[256] instead of in[255].
// Reverses the whole array instead of each segment of 256.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n)
        tile[threadIdx.x] = in[n - 1 - i];
    __syncthreads();
    if (i < n)
        out[i] = tile[threadIdx.x];
}
