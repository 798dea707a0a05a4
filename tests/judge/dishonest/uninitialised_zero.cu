//? exercise: sum
//? virtual: unsafe
//? cuda: unsafe
//? why: a sum that begins with what local memory holds
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float part[4];
    for (int i = 0; i < n; i++)
        part[i & 3] += x[i];
    *out = part[0] + part[1] + part[2] + part[3];
}
