//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: compensated summation by one thread
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0, e = 0;
    for (int i = 0; i < n; i++) {
        float y = __fsub_rn(x[i], e), t = __fadd_rn(s, y);
        e = __fsub_rn(__fsub_rn(t, s), y);
        s = t;
    }
    *out = s;
}
