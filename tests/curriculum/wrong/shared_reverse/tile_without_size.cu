//? status: compile_error
//? says: Write a size between the brackets
// Neither a size nor extern.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;
    if (t < count)
        tile[t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = tile[count - 1 - t];
}
