// Variables of every kind that the microscope shows, for tests of the debug data.
enum mode { OFF, ON = 5 };
struct base {
    int b;
};
struct state : base {
    float m;
    float s[2];
};
union bits {
    int i;
    float f;
};
#define TILE 32
__shared__ float whole[32];
__constant__ float table[16];

template <typename T> __device__ __forceinline__ T twice(T x)
{
    T y = x + x;
    return y;
}
__device__ __noinline__ void put(float &r, const state &st)
{
    r = st.m + st.s[1];
}

extern "C" __global__ void variables(const float *__restrict__ a, float *out, const unsigned char *bytes, int n,
                                     state given)
{
    __shared__ float tile[TILE][TILE + 1];
    __shared__ float4 fours[8], more[2];
    extern __shared__ unsigned char dynamic[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float local[4];
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        local[k] = a[i] * k;
        sum += twice(local[k]);
    }
    float4 q = reinterpret_cast<const float4 *>(a)[threadIdx.x];
    fours[threadIdx.x % 8] = q;
    more[threadIdx.x % 2] = q;
    tile[threadIdx.x][0] = sum + q.x;
    whole[threadIdx.x] = table[threadIdx.x % 16];
    dynamic[threadIdx.x] = bytes[i];
    unsigned char c = bytes[i];
    double d = 2.5;
    bool flag = c > 3;
    long long big = 1LL << 40;
    short small = -3;
    char letter = 'x';
    mode how = n > 3 ? ON : OFF;
    union bits view;
    view.i = 3;
    __syncthreads();
    float r = 0;
    put(r, given);
    const float *p = &tile[0][threadIdx.x];
    if (i < n) {
        float t = tile[31 - threadIdx.x][0];
        out[i] = t + c + d + flag + big + small + letter + (int)how + view.f + r + *p + more[0].y + fours[0].z +
                 whole[31 - threadIdx.x] + dynamic[0] + given.b;
    }
}
