//? status: gate
//? says: loads with a stride
// Each thread walks through 64 neighbours of its own.
//
//! let walks = ceil_div(n, 64)
//! scratch sums f32[walks]
//! launch scan_walks(in, out, sums, n) grid=(walks+63)/64 block=64
//! launch scan_sums(sums, walks) grid=1 block=32
//! launch add_starts(out, sums, n) grid=(n+255)/256 block=256

extern "C" __global__ void scan_walks(const float *in, float *out, float *sums, int n)
{
    int walk = blockIdx.x * blockDim.x + threadIdx.x;
    if (walk * 64 >= n)
        return;
    float sum = 0.0f;
    for (int i = walk * 64; i < min(walk * 64 + 64, n); i++)
        out[i] = sum += in[i];
    sums[walk] = sum;
}

extern "C" __global__ void scan_sums(float *sums, int walks)
{
    float carry = 0.0f;
    for (int first = 0; first < walks; first += 32) {
        int i = first + threadIdx.x;
        float sum = i < walks ? sums[i] : 0.0f;
        for (int d = 1; d < 32; d *= 2) {
            float left = __shfl_up_sync(0xffffffff, sum, d);
            sum += threadIdx.x >= d ? left : 0.0f;
        }
        sum += carry;
        if (i < walks)
            sums[i] = sum;
        carry = __shfl_sync(0xffffffff, sum, 31);
    }
}

extern "C" __global__ void add_starts(float *out, const float *sums, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= 64 && i < n)
        out[i] += sums[i / 64 - 1];
}
