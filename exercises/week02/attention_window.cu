// attention_window: attention where query i looks at keys i - window + 1 to i, if they exist.
//
//! launch attention_window(q, k, v, out, seq, dim, window) grid=seq,heads block=128 shared=4*seq

extern "C" __global__ void attention_window(const float *q, const float *k, const float *v, float *out, int seq, int dim,
                                            int window)
{
    // TODO
}
