// regression_rate: before[i] and after[i] are the rates of the i-th pair of runs: more is better.
// TODO: a rule, and the lengths to test.
//
//@ case runs=10
//! launch check(before, after, failures, runs) grid=(runs+127)/128 block=128

extern "C" __global__ void check(const float *before, const float *after, unsigned *failures, int runs)
{
}
