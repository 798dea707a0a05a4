// shared_reverse: a block does four segments at a time, so each thread has four loads in flight.
//
//! launch shared_reverse(in, out, n) grid=(n+1023)/1024 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[4][256];
    int t = threadIdx.x;
#pragma unroll
    for (int segment = 0; segment < 4; segment++) {
        int i = blockIdx.x * 1024 + segment * 256 + t;
        if (i < n)
            tile[segment][t] = in[i];
    }
    __syncthreads();
#pragma unroll
    for (int segment = 0; segment < 4; segment++) {
        int first = blockIdx.x * 1024 + segment * 256;
        int count = min(256, n - first); // not positive after the last segment
        if (t < count)
            out[first + t] = tile[segment][count - 1 - t];
    }
}
