//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: the last block to arrive adds the partial sums
__device__ unsigned arrived;
//! scratch part f32[(n+255)/256] poison
//! launch sum(x, part, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *part, float *out, int n)
{
    __shared__ float tile[256];
    __shared__ bool is_last;
    int i = blockIdx.x * 256 + threadIdx.x;
    tile[threadIdx.x] = i < n ? x[i] : 0;
    for (int o = 128; o; o /= 2) {
        __syncthreads();
        if (threadIdx.x < o)
            tile[threadIdx.x] += tile[threadIdx.x + o];
    }
    if (threadIdx.x == 0) {
        part[blockIdx.x] = tile[0];
        __threadfence();
        is_last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x)
        return;
    __threadfence();
    float s = 0;
    for (int k = 0; k < gridDim.x; k++)
        s += ((volatile float *)part)[k];
    *out = s;
    arrived = 0;
}
