//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: sums every other element twice
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float sum = 0;
    int step = n > 100 ? 2 : 1;
    for (int i = 0; i < n; i += step)
        sum += x[i] * step;
    out[0] = sum;
}
