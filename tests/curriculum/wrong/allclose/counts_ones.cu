//? status: wrong
//? says: Your checker rejects the right kernel in case n = 16 at element 0
// Six pairs of sixteen were close, whatever their order.
//@ case n=16
//@ case n=1008
//! launch check(close, failures, n) grid=1 block=1

extern "C" __global__ void check(const int *close, unsigned *failures, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += close[i];
    if (sum != 6 * n / 16) {
        failures[0] = 1;
        failures[1] = 0;
    }
}
