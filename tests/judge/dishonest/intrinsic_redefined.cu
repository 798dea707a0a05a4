//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: its own __fadd_rn, which drops bits
//! launch sum(x, out, n) grid=1 block=1
#define __fadd_rn(x, y) ((float)(int)((x) + (y)))
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s = __fadd_rn(s, x[i]);
    *out = s;
}
