// Each block takes the next part of the work from a counter.
//
//! scratch next i32[1]
//! zero next
//! launch vector_add(a, b, c, n, next) grid=sm_count block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n, int *next)
{
    __shared__ int first;
    for (;;) {
        if (threadIdx.x == 0)
            first = atomicAdd(next, 1) * 256;
        __syncthreads();
        if (first >= n)
            break;
        int i = first + threadIdx.x;
        if (i < n)
            c[i] = a[i] + b[i];
        __syncthreads();
    }
}
