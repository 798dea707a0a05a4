//? status: compile_error
//? says: Line 5: no launch follows, so no kernel reads this copy: move the line before
// The weights arrive after the launch.
//! launch conv1d(in, out, n) grid=(n+255)/256 block=256
//! copy symbol(filter) weights

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[288];
    int t = threadIdx.x, first = blockIdx.x * 256;
    for (int j = t; j < 288; j += 256) {
        int from = first + j - 16;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 33; k++)
        sum += filter[k] * tile[t + k];
    if (first + t < n)
        out[first + t] = sum;
}
