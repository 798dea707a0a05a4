// A thread computes the first of four places in 64 bits, and steps on from it with a remainder.
//
//! launch hunt_index_overflow(in, out, n, m) grid=(m+1023)/1024 block=256

extern "C" __global__ void hunt_index_overflow(const float *in, float *out, int n, int m)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    long long product = (long long)first * n;
    long long place = product / m, rest = product % m;
    for (int i = first; i < min(first + 4, m); i++) {
        out[i] = in[place];
        rest += n;
        place += rest / m;
        rest %= m;
    }
}
