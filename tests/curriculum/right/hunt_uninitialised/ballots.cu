// A ballot counts for each warp. Thread 0 adds the eight counts.
//
//! launch hunt_uninitialised(in, counts, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_uninitialised(const float *in, int *counts, int n)
{
    __shared__ int parts[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned positive = __ballot_sync(0xffffffff, i < n && in[i] > 0.0f);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = __popc(positive);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int warp = 0; warp < 8; warp++)
            sum += parts[warp];
        counts[blockIdx.x] = sum;
    }
}
