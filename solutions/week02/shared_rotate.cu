// shared_rotate: each thread writes one element to the tile. After the barrier it reads the next.
//
//! launch shared_rotate(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_rotate(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;
    if (t < count)
        tile[t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = tile[(t + 1) % count];
}
