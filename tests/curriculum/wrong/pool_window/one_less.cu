//? status: wrong
//? says: matches this slip: The last element of the window is left out.
// 32 elements.
//
//! launch window(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void window(const float *in, float *out, int n)
{
    __shared__ float tile[256 + 32];
    int first = blockIdx.x * 256 - 16, i = blockIdx.x * 256 + threadIdx.x;
    for (int t = threadIdx.x; t < 256 + 32; t += 256)
        tile[t] = first + t >= 0 && first + t < n ? in[first + t] : 0.0f;
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 32; j++)
        sum += tile[threadIdx.x + j];
    if (i < n)
        out[i] = sum;
}
