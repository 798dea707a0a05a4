// gradient_compress_sign: one sign for each element, and for each group of 256 the mean of |v|.
// TODO: v = grad + error. q is 1 for v >= 0, else -1. Store to kept what is lost.
//
//! launch gradient_compress_sign(grad, error, q, scales, kept, n) grid=(n+255)/256 block=256

extern "C" __global__ void gradient_compress_sign(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
}
