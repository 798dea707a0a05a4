// Each warp makes its own prefix sums, and then adds the sums of the warps before it.
//
//! launch hunt_race(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_race(const float *in, float *out, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 1; offset < 32; offset *= 2) {
        float left = __shfl_up_sync(0xffffffff, sum, offset);
        sum += lane >= offset ? left : 0.0f;
    }
    if (lane == 31)
        parts[t / 32] = sum;
    __syncthreads();
    for (int warp = 0; warp < t / 32; warp++)
        sum += parts[warp];
    if (i < n)
        out[i] = sum;
}
