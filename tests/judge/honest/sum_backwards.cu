//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: sums from the end
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float total = 0;
    for (int i = n - 1; i >= 0; i--)
        total += x[i];
    out[0] = total;
}
