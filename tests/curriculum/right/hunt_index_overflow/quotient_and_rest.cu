// n is split into whole multiples of m and a rest, whose product is computed in 64 bits.
//
//! launch hunt_index_overflow<float>(in, out, n, m) grid=(m+127)/128 block=128

template <typename T> __global__ void hunt_index_overflow(const T *in, T *out, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m)
        return;
    int whole = n / m, rest = n % m;
    long long part = (long long)i * rest / m;
    out[i] = in[(long long)i * whole + part];
}
