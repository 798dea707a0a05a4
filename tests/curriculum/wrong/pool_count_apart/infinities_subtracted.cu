//? status: wrong
//? says: Compare infinities with ==
// The difference of equal infinities is NaN.
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
                   
                                          : !(fabsf(a - b) <= absolute + relative * fabsf(b));
    }
    unsigned of_warp = __ballot_sync(0xffffffff, is_apart);
    if (threadIdx.x % 32 == 0 && of_warp)
        atomicAdd(apart, __popc(of_warp));
}
