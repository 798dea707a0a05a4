// A fixed grid: each block takes tile after tile, with a barrier before the next load.
//
//! copy symbol(filter) weights
//! launch conv1d(in, out, n) grid=min((n+511)/512, 4*sm_count) block=512

__constant__ float filter[33];

extern "C" __global__ void conv1d(const float *in, float *out, int n)
{
    __shared__ float tile[544];
    for (int first = blockIdx.x * 512; first < n; first += gridDim.x * 512) {
        __syncthreads();
        for (int j = threadIdx.x; j < 544; j += 512)
            tile[j] = first + j >= 16 && first + j - 16 < n ? in[first + j - 16] : 0.0f;
        __syncthreads();
        float sum = 0.0f;
        for (int k = 32; k >= 0; k--)
            sum += tile[threadIdx.x + k] * filter[k];
        if (first + threadIdx.x < n)
            out[first + threadIdx.x] = sum;
    }
}
