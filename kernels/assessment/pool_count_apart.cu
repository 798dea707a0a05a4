// Reference for pool_count_apart: one thread counts.
//
//! launch count_reference(got, wanted, apart, absolute, relative, n) grid=1 block=1

extern "C" __global__ void count_reference(const float *got, const float *wanted, int *apart, float absolute,
                                           float relative, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        float a = got[i], b = wanted[i];
        if (isnan(a) || isnan(b))
            count += isnan(a) != isnan(b);
        else if (isinf(a) || isinf(b))
            count += a != b;
        else
            count += !(fabsf(a - b) <= absolute + relative * fabsf(b));
    }
    apart[0] = count;
}
