//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: answers with the mean of the distribution
//! launch sum(x, out, n) grid=1 block=1
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    out[0] = 0; /* what a sum of numbers around zero is on average */
}
