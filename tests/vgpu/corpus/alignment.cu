// Addresses that are no multiple of the size of the access.

// run float4_off_by_one_float: block=16 | a=f32[65]:iota c=f32[64]
extern "C" __global__ void float4_off_by_one_float(const float *a, float4 *c)
{
    const float4 *v = reinterpret_cast<const float4 *>(a + 1);
    c[threadIdx.x] = v[threadIdx.x]; // find misaligned thread=0,0,0 buffer=a distance=0
}

// run float4_off_by_four_floats: block=15 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void float4_off_by_four_floats(const float *a, float4 *c)
{
    const float4 *v = reinterpret_cast<const float4 *>(a + 4);
    c[threadIdx.x] = v[threadIdx.x];
}

// run double_off_by_four: block=8 | a=f32[32]:0 c=f64[8]
extern "C" __global__ void double_off_by_four(const char *a, double *c)
{
    c[threadIdx.x] = *reinterpret_cast<const double *>(a + 4 + 8 * threadIdx.x); // find misaligned thread=0,0,0 buffer=a
}

// run double_aligned: block=8 | a=f32[32]:0 c=f64[8]
extern "C" __global__ void double_aligned(const char *a, double *c)
{
    c[threadIdx.x] = *reinterpret_cast<const double *>(a + 8 + 8 * threadIdx.x);
}

// run atomic_off_by_two: block=4 | a=i32[8]:0
extern "C" __global__ void atomic_off_by_two(char *a)
{
    atomicAdd(reinterpret_cast<int *>(a + 2 + 4 * threadIdx.x), 1); // find misaligned thread=0,0,0 buffer=a
}

// run atomic_aligned: block=4 | a=i32[8]:0
extern "C" __global__ void atomic_aligned(char *a)
{
    atomicAdd(reinterpret_cast<int *>(a + 4 + 4 * threadIdx.x), 1);
}

// run shared_int2_odd: block=8 | c=i32[16]
extern "C" __global__ void shared_int2_odd(int2 *c)
{
    __shared__ alignas(8) int words[32];
    words[threadIdx.x] = words[threadIdx.x + 8] = words[threadIdx.x + 16] = 1;
    __syncthreads();
    volatile int2 *pair = reinterpret_cast<volatile int2 *>(&words[1 + 2 * threadIdx.x]);
    c[threadIdx.x] = make_int2(pair->x, pair->y); // field by field, so that nothing is misaligned yet
}

// run shared_long_odd: block=8 | c=i64[8]
extern "C" __global__ void shared_long_odd(long long *c)
{
    __shared__ alignas(8) int words[32];
    words[threadIdx.x] = words[threadIdx.x + 8] = words[threadIdx.x + 16] = 1;
    __syncthreads();
    c[threadIdx.x] = *reinterpret_cast<long long *>(&words[1 + 2 * threadIdx.x]); // find misaligned thread=0,0,0 buffer=words
}

// run shared_int2_even: block=8 | c=i32[16]
extern "C" __global__ void shared_int2_even(int2 *c)
{
    __shared__ alignas(8) int words[32];
    words[threadIdx.x] = words[threadIdx.x + 8] = words[threadIdx.x + 16] = 1;
    __syncthreads();
    c[threadIdx.x] = *reinterpret_cast<int2 *>(&words[2 * threadIdx.x]);
}

// run packet_field_by_field: block=4 | packet=u8[64]:iota c=i32[4]
extern "C" __global__ void packet_field_by_field(const unsigned char *packet, int *c)
{
    const unsigned char *at = packet + 1 + 7 * threadIdx.x;
    c[threadIdx.x] = at[0] | at[1] << 8 | at[2] << 16 | at[3] << 24;
}

// run packet_as_word: block=4 | packet=u8[64]:iota c=i32[4]
extern "C" __global__ void packet_as_word(const unsigned char *packet, int *c)
{
    c[threadIdx.x] = *reinterpret_cast<const int *>(packet + 1 + 7 * threadIdx.x); // find misaligned buffer=packet
}
