// attention_temperature: out = softmax(q * k^T / temperature) * v, for each head.
// One block per query.
//
//! launch attention_temperature(q, k, v, out, seq, dim, temperature) grid=seq,heads block=128 shared=4*seq

extern "C" __global__ void attention_temperature(const float *q, const float *k, const float *v, float *out, int seq, int dim,
                                                 float temperature)
{
    // TODO
}
