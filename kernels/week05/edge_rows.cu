// Rows of eight kinds in turn: ordinary numbers, zeros of both signs, tiny numbers below 1e-38, a
// row with one NaN, a row with one infinity, huge numbers, both NaN and infinity, and one tiny
// number among zeros.
//
//! launch edge_rows(x, rows, cols, seed) grid=rows block=128

extern "C" __global__ void edge_rows(float *x, int rows, int cols, unsigned seed)
{
    unsigned row = blockIdx.x, kind = row % 8;
    for (unsigned i = threadIdx.x; i < (unsigned)cols; i += blockDim.x) {
        unsigned bits = (row * 7919u + i + 1u) * 2654435761u ^ seed;
        bits = (bits ^ bits >> 15) * 2246822519u;
        bits ^= bits >> 13;
        float value = (float)(bits >> 8) * 0x1p-23f - 1.0f;
        bool special = i == (row * 37u + seed) % (unsigned)cols;
        if (kind == 1)
            value = value < 0.0f ? -0.0f : 0.0f;
        if (kind == 2)
            value *= 1e-39f;
        if (kind == 3 && special)
            value = NAN;
        if (kind == 4 && special)
            value = value < 0.0f ? -INFINITY : INFINITY;
        if (kind == 5)
            value *= 3e38f;
        if (kind == 6)
            value = special ? NAN : i % 3 == 0 ? INFINITY : value;
        if (kind == 7)
            value = special ? 1e-42f : 0.0f;
        x[(size_t)row * cols + i] = value;
    }
}
