// gated_one_gemm: g = x * wg and u = x * wu. Write out = g / (1 + exp(-g)) * u, element by element.
// TODO: one launch. Neither g nor u goes to global memory.
//
//! launch gated(x, wg, wu, out, n, d, e) grid=(e+31)/32,(n+63)/64 block=32,8

extern "C" __global__ void gated(const float *x, const float *wg, const float *wu, float *out, int n, int d, int e)
{
}
