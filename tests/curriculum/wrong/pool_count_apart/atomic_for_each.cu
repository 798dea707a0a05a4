//? status: gate
//? says: Atomic operations
// Each element has an atomic.
//
//! zero apart
//! launch count_apart(got, wanted, apart, absolute, relative, n) grid=(n+255)/256 block=256

extern "C" __global__ void count_apart(const float *got, const float *wanted, int *apart, float absolute, float relative,
                                       int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_apart = false;
    if (i < n) {
        float a = got[i], b = wanted[i];
        is_apart = isnan(a) || isnan(b) ? isnan(a) != isnan(b)
                   : isinf(a) || isinf(b) ? a != b
                                          : !(fabsf(a - b) <= absolute + relative * fabsf(b));
    }
    if (is_apart)
        atomicAdd(apart, 1);
}
