// The mean of the ratios in the middle fifth.
//@ case runs=160
//@ case runs=400
//! launch check(before, after, failures, runs) grid=1 block=512
extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
    __shared__ float sum;
    __shared__ int count;
    if (threadIdx.x == 0)
        sum = 0.0f, count = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < runs; i += 512) {
        float mine = after[i] / before[i];
        int rank = 0;
        for (int j = 0; j < runs; j++) {
            float other = after[j] / before[j];
            rank += other < mine || (other == mine && j < i);
        }
        if (rank >= 2 * runs / 5 && rank < 3 * runs / 5) {
            atomicAdd(&sum, mine);
            atomicAdd(&count, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && sum > 1.03f * count) {
        failures[0] = 1;
        failures[1] = 0;
    }
}
