/* Tests which bodies are blanked for the host's compiler. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/device_code.h"

/* A source, and the same one as the host's compiler gets it. */
static const struct {
    const char *source, *blanked;
} rows[] = {
    {"__global__ void k(int *x) { *x = 1; }", "__global__ void k(int *x) {         }"},
    {"__device__ float f(float x) { return x; }", "__device__ float f(float x) {           }"},
    {"__host__ __device__ int g(int x) { return x; }", "__host__ __device__ int g(int x) { return x; }"},
    {"int main() { k<<<1, 2>>>(0); }", "int main() { k<<<1, 2>>>(0); }"},
    {"#define D __device__\nD int f() { return 1; }", "#define D __device__\nD int f() {           }"},
    {"#define HD __host__ __device__\nHD int f() { return 1; }",
     "#define HD __host__ __device__\nHD int f() { return 1; }"},
    {"#define K(n) __global__ void n() { f(); }\nint h() { return 1; }",
     "#define K(n) __global__ void n() { f(); }\nint h() { return 1; }"},
    {"struct s { __device__ s() : x{1} { y(); } int x; };", "struct s { __device__ s() : x{1} {      } int x; };"},
    {"__device__ constexpr int n() { return 3; }", "__device__ constexpr int n() { return 3; }"},
    {"__device__ auto n() { return 3; }", "__device__ auto n() { return 3; }"},
    {"__constant__ float c[2] = {f(1), 2};", "__constant__ float c[2] = {f(1), 2};"},
    {"__global__ void k() { /* } */ }\nint h;", "__global__ void k() {         }\nint h;"},
    {"__global__ void k() {\n#pragma unroll\n    f();\n}", "__global__ void k() {\n              \n        \n}"},
    {"__global__ void k()\n#if A\n{ f(); {\n#else\n{ {\n#endif\n} }\nint h() { return 1; }",
     "__global__ void k()\n#if A\n{       \n#else\n   \n#endif\n  }\nint h() { return 1; }"},
    {"__noinline__ int h() { return 1; }", "             int h() { return 1; }"},
    {"#define N __noinline__\nint h();", "#define N             \nint h();"},
};

static void test_bodies(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source source = {"k.cu", rows[i].source, strlen(rows[i].source)};
        struct source blanked = device_code_blank(&source, arena);
        assert_int_equal(blanked.size_bytes, source.size_bytes);
        assert_string_equal(blanked.text, rows[i].blanked);
    }
}

/* A body without an end is the rest of the file, and nothing is read beyond it. */
static void test_broken(void **state)
{
    (void)state;
    static const char *const texts[] = {"__global__ void k() { f();", "__global__ void k(",
                                        "#if 1\n__device__ int f() {\n#else\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source source = {"k.cu", texts[i], strlen(texts[i])};
        assert_int_equal(device_code_blank(&source, arena).size_bytes, strlen(texts[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies), cmocka_unit_test(test_broken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
