//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: adds with an atomic reference of libcu++
#include <cuda/atomic>
//! zero out
//! launch sum(x, out, n) grid=4 block=128
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 4 * 128)
        s += x[i];
    cuda::atomic_ref<float, cuda::thread_scope_device>(*out).fetch_add(s, cuda::std::memory_order_relaxed);
}
