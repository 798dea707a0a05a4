// scan_exclusive: out[i] is the sum of in[0] to in[i - 1], and out[0] is 0. Whole numbers.
// TODO: write the plan and the kernels. At most three launches.
//
//! launch scan_exclusive(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void scan_exclusive(const int *in, int *out, int n)
{
}
