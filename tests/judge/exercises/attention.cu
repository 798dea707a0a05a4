//! launch attention(q, k, v, out, seq, dim) grid=seq,heads block=32
extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *out, int seq, int dim)
{
}
