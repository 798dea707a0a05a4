//! launch shared_rotate(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void shared_rotate(const float *in, float *out, int n)
{
    __shared__ float segment[256];
    int i = blockIdx.x * 256 + threadIdx.x, length = min(256, n - (int)blockIdx.x * 256);
    if (i < n)
        segment[threadIdx.x] = in[i];
    __syncthreads();
    if (i < n)
        out[i] = segment[(threadIdx.x + 1) % length];
}
