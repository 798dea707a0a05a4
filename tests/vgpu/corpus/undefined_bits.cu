// Values of which some bits were never set: fields of words, pairs of halves, padding, numbers that are masked.

struct fields {
    unsigned low : 4, middle : 12, high : 16;
};

// run field_set_alone_is_read: block=32 | c=i32[32]
extern "C" __global__ void field_set_alone_is_read(unsigned *c)
{
    fields f;
    f.middle = threadIdx.x;
    c[threadIdx.x] = f.middle;
}

// run field_beside_is_read: block=32 build=debug | c=i32[32]
extern "C" __global__ void field_beside_is_read(unsigned *c)
{
    fields f;
    f.middle = threadIdx.x;
    c[threadIdx.x] = f.low; // find uninitialised_local thread=0,0,0 says=stored
}

// run field_decides: block=32 build=debug | c=i32[32]
extern "C" __global__ void field_decides(unsigned *c)
{
    fields f;
    f.low = threadIdx.x;
    if (f.high > 5) // find uninitialised_local says=branch
        c[threadIdx.x] = 1;
}

// run field_set_in_parts_decides: block=32 | c=i32[32]
extern "C" __global__ void field_set_in_parts_decides(unsigned *c)
{
    fields f;
    f.low = threadIdx.x;
    f.high = 3;
    if (f.low + f.high > 5)
        c[threadIdx.x] = 1;
}

// run inserts_into_unset_word: block=32 | c=i32[32]
extern "C" __global__ void inserts_into_unset_word(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 0, 16;\nbfi.b32 w, %2, w, 16, 16;\nmov.b32 %0, w; }"
                 : "=r"(word)
                 : "r"(i), "r"(i + 1));
    c[threadIdx.x] = word;
}

// run inserts_one_bit_too_few: block=32 | c=i32[32]
extern "C" __global__ void inserts_one_bit_too_few(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 0, 16;\nbfi.b32 w, %2, w, 17, 15;\nmov.b32 %0, w; }"
                 : "=r"(word)
                 : "r"(i), "r"(i + 1));
    c[threadIdx.x] = word; // find uninitialised_register thread=0,0,0
}

// run permutes_set_bytes: block=32 | c=i32[32]
extern "C" __global__ void permutes_set_bytes(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w, v;\nbfi.b32 w, %1, w, 8, 8;\nprmt.b32 v, w, 0, 0x4441;\nmov.b32 %0, v; }"
                 : "=r"(word)
                 : "r"(i));
    c[threadIdx.x] = word;
}

// run permutes_unset_byte: block=32 | c=i32[32]
extern "C" __global__ void permutes_unset_byte(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w, v;\nbfi.b32 w, %1, w, 8, 8;\nprmt.b32 v, w, 0, 0x4442;\nmov.b32 %0, v; }"
                 : "=r"(word)
                 : "r"(i));
    c[threadIdx.x] = word; // find uninitialised_register thread=0,0,0
}

// run packs_halves_one_after_another: block=32 | c=i32[32]
extern "C" __global__ void packs_halves_one_after_another(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b16 l, h, u;\n.reg .b32 w;\ncvt.u16.u32 l, %1;\nmov.b32 w, {l, u};\nmov.b32 {l, h}, w;\n"
                 "mov.b32 %0, {l, l}; }"
                 : "=r"(word)
                 : "r"(i));
    c[threadIdx.x] = word;
}

// run takes_the_other_half: block=32 | c=i16[32]
extern "C" __global__ void takes_the_other_half(unsigned short *c)
{
    unsigned short half;
    unsigned i = threadIdx.x;
    asm volatile("{ .reg .b16 l, h, u;\n.reg .b32 w;\ncvt.u16.u32 l, %1;\nmov.b32 w, {l, u};\nmov.b32 {l, h}, w;\n"
                 "mov.b16 %0, h; }"
                 : "=h"(half)
                 : "r"(i));
    c[threadIdx.x] = half; // find uninitialised_register thread=0,0,0
}

// run shifts_unset_bits_out: block=32 | c=i32[32]
extern "C" __global__ void shifts_unset_bits_out(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 24, 8;\nshr.u32 %0, w, 24; }" : "=r"(word) : "r"(i));
    c[threadIdx.x] = word;
}

// run shifts_too_few_bits_out: block=32 | c=i32[32]
extern "C" __global__ void shifts_too_few_bits_out(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 24, 8;\nshr.u32 %0, w, 20; }" : "=r"(word) : "r"(i));
    c[threadIdx.x] = word; // find uninitialised_register thread=0,0,0
}

// run carry_reaches_upwards_only: block=32 | c=i32[32]
extern "C" __global__ void carry_reaches_upwards_only(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 0, 16;\nadd.u32 w, w, 7;\nand.b32 %0, w, 0xffff; }"
                 : "=r"(word)
                 : "r"(i));
    c[threadIdx.x] = word;
}

// run carry_comes_from_unset_bits: block=32 | c=i32[32]
extern "C" __global__ void carry_comes_from_unset_bits(unsigned *c)
{
    unsigned word, i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\nbfi.b32 w, %1, w, 16, 16;\nadd.u32 w, w, 7;\nshr.u32 %0, w, 16; }"
                 : "=r"(word)
                 : "r"(i));
    c[threadIdx.x] = word; // find uninitialised_register thread=0,0,0
}

// run compares_what_is_set: block=32 | c=i32[32]
extern "C" __global__ void compares_what_is_set(unsigned *c)
{
    unsigned i = threadIdx.x;
    asm volatile("{ .reg .b32 w;\n.reg .pred p;\nbfi.b32 w, 1, w, 31, 1;\nsetp.gt.u32 p, w, 100;\n@p st.global.u32 [%0], %1; }"
                 ::"l"(__cvta_generic_to_global(c + i)), "r"(i));
}

// run compares_what_is_not_set: block=32 | c=i32[32]
extern "C" __global__ void compares_what_is_not_set(unsigned *c)
{
    unsigned i = threadIdx.x;
    unsigned long long to = __cvta_generic_to_global(c + i);
    // clang-format off
    asm volatile("{ .reg .b32 w;\n.reg .pred p;\nbfi.b32 w, 0, w, 31, 1;\nsetp.gt.u32 p, w, 100;\n@p st.global.u32 [%0], %1; }" ::"l"(to), "r"(i)); // find uninitialised_register says=branch
    // clang-format on
}

// run multiplies_by_zero: block=32 | c=i32[32]
extern "C" __global__ void multiplies_by_zero(unsigned *c)
{
    unsigned word;
    asm volatile("{ .reg .b32 w;\nmul.lo.u32 w, w, 0;\nlop3.b32 %0, w, 5, w, 0xfc; }" : "=r"(word));
    c[threadIdx.x] = word;
}

// run stores_halves_with_a_hole: block=32 | c=i32[32]? d=i16[32]
extern "C" __global__ void stores_halves_with_a_hole(unsigned *c, unsigned short *d)
{
    unsigned i = threadIdx.x;
    asm volatile("{ .reg .b16 l, u;\n.reg .b32 w;\ncvt.u16.u32 l, %1;\nmov.b32 w, {u, l};\nst.global.u32 [%0], w; }" ::"l"(
                     __cvta_generic_to_global(c + i)),
                 "r"(i + 1)
                 : "memory");
    d[i] = ((unsigned short *)c)[2 * i + 1];
}

// run reads_the_hole: block=32 | c=i32[32]? d=i16[32]
extern "C" __global__ void reads_the_hole(unsigned *c, unsigned short *d)
{
    unsigned i = threadIdx.x;
    asm volatile("{ .reg .b16 l, u;\n.reg .b32 w;\ncvt.u16.u32 l, %1;\nmov.b32 w, {u, l};\nst.global.u32 [%0], w; }" ::"l"(
                     __cvta_generic_to_global(c + i)),
                 "r"(i + 1) // find uninitialised_register thread=0,0,0 buffer=c says=d[0]_still_holds
                 : "memory");
    d[i] = ((volatile unsigned short *)c)[2 * i];
}

struct point {
    float x, y;
    char tag;
};

__device__ __noinline__ point make(int i)
{
    point p;
    p.x = i;
    p.tag = 1;
    return p;
}

// run result_partly_set_and_read: block=32 | c=f32[32]
extern "C" __global__ void result_partly_set_and_read(float *c)
{
    point p = make(threadIdx.x);
    c[threadIdx.x] = p.x + p.tag;
}

// run result_partly_set_and_all_read: block=32 build=debug | c=f32[32]
extern "C" __global__ void result_partly_set_and_all_read(float *c)
{
    point p = make(threadIdx.x);
    c[threadIdx.x] = p.x + p.y; // find uninitialised_local thread=0,0,0
}

__device__ __noinline__ void fill(float *to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = i;
}

// run array_filled_by_a_function: block=32 | c=f32[32] n=4
extern "C" __global__ void array_filled_by_a_function(float *c, int n)
{
    float own[4];
    fill(own, n);
    c[threadIdx.x] = own[0] + own[1] + own[2] + own[3];
}

// run array_filled_too_short: block=32 | c=f32[32] n=3
extern "C" __global__ void array_filled_too_short(float *c, int n)
{
    float own[4];
    fill(own, n);
    c[threadIdx.x] = own[0] + own[1] + own[2] + own[3]; // find uninitialised_local thread=0,0,0 says=local_variable
}

__device__ __noinline__ float sum_of(const float *from, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += from[i];
    return sum;
}

// run array_summed_by_a_function: block=32 | c=f32[32] n=3
extern "C" __global__ void array_summed_by_a_function(float *c, int n)
{
    float own[4];
    own[0] = own[1] = own[2] = threadIdx.x;
    c[threadIdx.x] = sum_of(own, n);
}

// run array_summed_one_too_far: block=32 | c=f32[32] n=4
extern "C" __global__ void array_summed_one_too_far(float *c, int n)
{
    float own[4];
    own[0] = own[1] = own[2] = threadIdx.x;
    c[threadIdx.x] = sum_of(own, n); // find uninitialised_local thread=0,0,0
}
