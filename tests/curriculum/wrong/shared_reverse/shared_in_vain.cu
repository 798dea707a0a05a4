//? status: gate
//? says: reaches an output
// Reads backwards from memory, and multiplies what it loads from the tile by zero.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;
    tile[t] = 1.0f;
    __syncthreads();
    if (t < count)
        out[first + t] = in[first + count - 1 - t] + 0.0f * tile[255 - t];
}
