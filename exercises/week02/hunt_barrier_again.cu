// hunt_barrier_again: out[i] = in[i] less the first element of its 256. A block does four steps.
// TODO: does each thread take the same number of rounds?
//
//! launch hunt_barrier_again(in, out, n) grid=(n+1023)/1024 block=256

extern "C" __global__ void hunt_barrier_again(const float *in, float *out, int n)
{
    __shared__ float first;
    int end = min((int)blockIdx.x * 1024 + 1024, n);
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < end; i += 256) {
        if (threadIdx.x == 0)
            first = in[i];
        __syncthreads();
        out[i] = in[i] - first;
        __syncthreads();
    }
}
