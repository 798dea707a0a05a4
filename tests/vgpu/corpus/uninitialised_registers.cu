// Variables of a thread that were never set. Optimised code has mostly no trace of them: an undefined value is any value.
// Bits are followed one by one, through calls and own memory, to where an address, a branch, a store or a shuffle is.

// run accumulator_not_set: block=32 build=debug | a=f32[128]:iota c=f32[32]
extern "C" __global__ void accumulator_not_set(const float *a, float *c)
{
    float sum;
    for (int k = 0; k < 4; k++)
        sum += a[threadIdx.x * 4 + k];
    c[threadIdx.x] = sum; // find uninitialised_register thread=0,0,0
}

// run accumulator_set: block=32 | a=f32[128]:iota c=f32[32]
extern "C" __global__ void accumulator_set(const float *a, float *c)
{
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += a[threadIdx.x * 4 + k];
    c[threadIdx.x] = sum;
}

// run set_on_one_way_only: block=32 build=debug | a=f32[32]:iota c=f32[32]
extern "C" __global__ void set_on_one_way_only(const float *a, float *c)
{
    float x;
    if (a[threadIdx.x] > 7.0f)
        x = a[threadIdx.x];
    c[threadIdx.x] = x * 2.0f; // find uninitialised_register thread=0,0,0
}

// run set_on_both_ways: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void set_on_both_ways(const float *a, float *c)
{
    float x;
    if (a[threadIdx.x] > 7.0f)
        x = a[threadIdx.x];
    else
        x = 0;
    c[threadIdx.x] = x * 2.0f;
}

// run index_not_set: block=32 build=debug | a=f32[32]:iota c=f32[32] never=0
extern "C" __global__ void index_not_set(const float *a, float *c, int never)
{
    int at;
    if (never)
        at = 1;
    c[threadIdx.x] = a[at & 31]; // find uninitialised_register thread=0,0,0 says=address
}

// run condition_not_set: block=32 build=debug | c=f32[32] never=0
extern "C" __global__ void condition_not_set(float *c, int never)
{
    int flag;
    if (never)
        flag = 1;
    if (flag == 1) // find uninitialised_register thread=0,0,0 says=branch
        c[threadIdx.x] = 1;
}

// run shuffles_unset_value: block=32 build=debug | c=f32[32]
extern "C" __global__ void shuffles_unset_value(float *c)
{
    float x;
    if (threadIdx.x < 16)
        x = threadIdx.x;
    float y = __shfl_xor_sync(~0u, x, 1);
    if (threadIdx.x < 16)
        c[threadIdx.x] = y;
}

// run shuffles_padding: block=32 | c=f64[32]
struct padded {
    int count;
    double sum;
};
extern "C" __global__ void shuffles_padding(double *c)
{
    struct padded mine = {(int)threadIdx.x, threadIdx.x * 0.5};
    int words[4];
    memcpy(words, &mine, sizeof(words));
    for (int i = 0; i < 4; i++) /* the second word is the gap between the members */
        words[i] = __shfl_down_sync(~0u, words[i], 1);
    memcpy(&mine, words, sizeof(words));
    c[threadIdx.x] = mine.count + mine.sum;
}

// run shuffles_and_stores_unset: block=32 build=debug | c=f32[32]
extern "C" __global__ void shuffles_and_stores_unset(float *c)
{
    float x;
    if (threadIdx.x < 16)
        x = threadIdx.x;
    float y = __shfl_xor_sync(~0u, x, 16);
    if (threadIdx.x < 16)
        c[threadIdx.x] = y; // find uninitialised_register thread=0,0,0 buffer=c distance=0 says=stored_to_c[0]
}

// run shuffles_from_unset_lane: block=32 build=debug | c=i32[32]
extern "C" __global__ void shuffles_from_unset_lane(int *c)
{
    int from;
    if (threadIdx.x >= 4)
        from = threadIdx.x ^ 1;
    c[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, from); // find uninitialised_register thread=0,0,0 says=an_exchange
}

// run best_so_far: block=32 | a=f32[256]:iota c=f32[32]
extern "C" __global__ void best_so_far(const float *a, float *c)
{
    bool have = false;
    float best;
    for (int k = 0; k < 8; k++) {
        float v = a[threadIdx.x * 8 + k];
        if (!have || v > best)
            best = v;
        have = true;
    }
    c[threadIdx.x] = best;
}

// run pointer_and_flag: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void pointer_and_flag(const float *a, float *c)
{
    const float *found;
    bool any = false;
    if (threadIdx.x % 3 == 0) {
        found = a + threadIdx.x;
        any = true;
    }
    c[threadIdx.x] = any ? *found : 0.0f;
}

// run rotates_unset_values_away: block=32 | a=f32[128]:iota c=f32[32]
extern "C" __global__ void rotates_unset_values_away(const float *a, float *c)
{
    float before, now;
    for (int k = 0; k < 4; k++) {
        before = now;
        now = a[threadIdx.x * 4 + k];
    }
    c[threadIdx.x] = before + now;
}

// run local_array_partly_set: block=32 build=debug | k=i32[32]:iota c=i32[32]
extern "C" __global__ void local_array_partly_set(const int *k, int *c)
{
    int own[4];
    own[0] = 1;
    own[1] = 2;
    c[threadIdx.x] = own[k[threadIdx.x] % 4]; // find uninitialised_local thread=2,0,0 buffer=c says=stored_to_c[2]
}

// run local_array_indexed: block=32 | k=i32[32]:iota c=i32[32] n=2
extern "C" __global__ void local_array_indexed(const int *k, int *c, int n)
{
    int own[4];
    for (int i = 0; i < n; i++)
        own[k[i] % 4] = i;
    c[threadIdx.x] = own[k[threadIdx.x] % 4]; // find uninitialised_local thread=2,0,0 says=local_variable
}

// run local_array_all_set: block=32 | k=i32[32]:iota c=i32[32]
extern "C" __global__ void local_array_all_set(const int *k, int *c)
{
    int own[4] = {1, 2, 3, 4};
    c[threadIdx.x] = own[k[threadIdx.x] % 4];
}

// run masks_unset_bits_out: block=32 | c=i32[32] never=0
extern "C" __global__ void masks_unset_bits_out(int *c, int never)
{
    int word;
    if (never)
        word = 3;
    c[threadIdx.x] = (word & 0xff00) >> 16; // only bits that are 0 whatever the word is
}

struct packed {
    unsigned low : 8, middle : 8, high : 16;
};

// run bitfield_filled_piece_by_piece: block=32 | c=i32[32]
extern "C" __global__ void bitfield_filled_piece_by_piece(unsigned *c)
{
    packed p;
    p.low = threadIdx.x;
    p.middle = 1;
    c[threadIdx.x] = p.low + p.middle;
}

// run bitfield_piece_missing: block=32 build=debug | c=i32[32]
extern "C" __global__ void bitfield_piece_missing(unsigned *c)
{
    packed p;
    p.low = threadIdx.x;
    c[threadIdx.x] = p.middle; // find uninitialised_local thread=0,0,0
}

struct pair {
    float x, y;
};

// run half_of_own_struct: block=32 build=debug | c=f32[32]
extern "C" __global__ void half_of_own_struct(float *c)
{
    pair p;
    p.x = threadIdx.x;
    c[threadIdx.x] = p.y; // find uninitialised_local thread=0,0,0
}

// run passes_struct_partly_set: block=32 | c=f32[32]
__device__ __noinline__ float first_of(pair p)
{
    return p.x;
}
extern "C" __global__ void passes_struct_partly_set(float *c)
{
    pair p;
    p.x = threadIdx.x;
    c[threadIdx.x] = first_of(p);
}

// run result_not_set: block=32 build=debug | c=f32[32] k=0
__device__ __noinline__ float maybe(int k)
{
    float r;
    if (k > 0)
        r = k;
    return r;
}
extern "C" __global__ void result_not_set(float *c, int k)
{
    c[threadIdx.x] = maybe(k); // find uninitialised_register thread=0,0,0
}

// run result_set: block=32 | c=f32[32] k=1
extern "C" __global__ void result_set(float *c, int k)
{
    c[threadIdx.x] = maybe(k);
}
