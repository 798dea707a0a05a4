/* Tests how host code is left out of a file so that its kernels compile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/host_code.h"

static bool is_known(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "mma.h") == 0 || strcmp(name, "thrust/sort.h") == 0;
}

static bool strip(const char *text, struct arena *arena, struct source *out_source, struct diagnostics *diagnostics)
{
    struct source source = {"k.cu", text, strlen(text)};
    struct host_code_headers headers = {is_known, NULL, NULL};
    return host_code_strip(&source, &headers, arena, out_source, diagnostics) != HOST_CODE_NONE;
}

/* Each row has one `kept` and one `gone` declaration on lines of their own. */
static const struct {
    const char *kept, *gone;
} files[] = {
    {"__global__ void k(int *x) { *x = 1; }", "int main(void) { k<<<1, 1>>>(0); return 0; }"},
    {"__device__ float square(float x) { return x * x; }", "float host(float x) { return x * x; }"},
    {"#include <mma.h>", "#include <helper_cuda.h>"},
    {"#include <mma.h>", "#include <thrust/sort.h>"},
    {"#define N 1024", "void check(cudaError_t error);"},
    {"__constant__ float weights[9];", "std::vector<float> weights_host;"},
    {"struct pair { float a, b; };", "struct options { std::string name; };"},
    {"struct box { __device__ int f() { return 1; } };", "struct machine { cudaDeviceProp properties; };"},
    {"namespace a {\n__global__ void k() {}\n}", "static const char *name() { return \"}\"; }"},
    {"extern \"C\" {\n__global__ void k() {}\n}", "bool is_brace(char c) { return c == '{'; }"},
    {"#define KERNEL __global__ void\nKERNEL k() {}", "void h() { /* } */ }"},
    {"#define MAKE(T) __global__ void k_##T() {}\nMAKE(int)\nMAKE(float)", "void h() { // }\n}"},
    {"template <typename T, int N = (4 > 3)> __global__ void k(T x) {}", "template <class T> void h(T x) { f<T>(x); }"},
    {"template void k<float>(float);", "template <class T> void h(T x) { x.f(); }\ntemplate void h<int>(int);"},
    {"template void k<float>(float);", "void h(const char *text = \"a;b\");"},
    {"constexpr int ceil_div(int a, int b) { return (a + b - 1) / b; }", "int ceil_host(int a) { return a; }"},
    {"typedef void (*operation)(int);", "typedef std::vector<int> list;"},
    {"using real = float;", "using namespace std;"},
    {"static_assert(sizeof(int) == 4);", "Timer::Timer() : start(0), stop{1} { begin(); }"},
    {"__global__ void __launch_bounds__(256, 2) k() {}", "PYBIND11_MODULE(NAME, m) { m.def(\"k\", &k); }"},
    {"float table[2][2] = {{1, 2}, {3, 4}};", "float *buffer = (float *)malloc(4);"},
    {"struct __align__(16) four { float x[4]; };", "struct four make_four(void) { struct four f; return f; }"},
    {"enum class mode : unsigned { fast, slow };", "void h() { auto text = R\"x(}\")x\"; }"},
    {"__global__ void k(int *x)\n{\n#ifdef A\n    if (*x) {\n#else\n    if (!*x) {\n#endif\n        *x = 1;\n    }\n}",
     "void h() { f(1); }"},
    {"#if 1\n__global__ void k() {}\n#else\n__global__ void k(int) {}\n#endif",
     "int n = 1'000; void h() { int m = 1'000; }"},
};

static void test_host_code_goes_and_lines_stay(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        const char *text = arena_printf(arena, "%s\n%s\n%s\n", files[i].kept, files[i].gone, files[i].kept);
        struct source stripped = {0};
        assert_true(strip(text, arena, &stripped, diagnostics_new(arena)));
        size_t kept = strlen(files[i].kept), gone = strlen(files[i].gone);
        assert_int_equal(stripped.size_bytes, strlen(text));
        assert_memory_equal(stripped.text, text, kept + 1);
        assert_memory_equal(stripped.text + kept + gone + 1, text + kept + gone + 1, kept + 2);
        const char *at = stripped.text + kept + 1;
        if (strncmp(files[i].gone, "int n", 5) == 0)
            at += strlen("int n = 1'000;");
        for (; at < stripped.text + kept + 1 + gone; at++)
            assert_true(*at == ' ' || *at == '\n');
    }
}

static void test_device_code_alone_stays_as_it_is(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source stripped = {0};
    (void)state;
    assert_false(strip("#include <mma.h>\n__global__ void k() {}\n", arena, &stripped, diagnostics_new(arena)));
    assert_false(strip("", arena, &stripped, diagnostics_new(arena)));
}

static void test_what_cannot_be_told_apart_stays(void **state)
{
    static const char *const texts[] = {"int main() { {", "}",          "int main(",
                                        "namespace a {",  "template <", "void f() {}}"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source stripped = {0};
        assert_false(strip(texts[i], arena, &stripped, diagnostics_new(arena)));
        assert_null(stripped.text);
    }
}

static void test_members_of_the_host_become_the_devices(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source stripped;
    (void)state;
    assert_true(strip("struct s { __host__ int h(); __device__ int d(); }; constexpr __host__ int f() { return 1; }",
                      arena, &stripped, diagnostics_new(arena)));
    assert_string_equal(stripped.text,
                        "struct s {          int h(); __device__ int d(); };                                         ");
}

static void test_a_note_says_what_is_left_out(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source stripped;
    (void)state;
    assert_true(strip("#include <iostream>\nint one() {}\nint main() {}\n", arena, &stripped, diagnostics));
    assert_string_equal(diagnostics_at(diagnostics, 0)->message,
                        "host functions (one, main) and headers (iostream) are left out: only kernels run here");
}

/* Each row: a file, what must stay of it and what must go when only device code is asked for. */
static const struct {
    const char *text, *kept, *gone;
} needs[] = {
    {"class Watch {\n struct timeval start; void stop() { read(&start); }\n};\n__global__ void k(int *x) {}", "void k(",
     "Watch"},
    {"typedef enum { FAST, SLOW } mode_t;\n__global__ void k(int *x, mode_t mode) {}", "FAST", "\"\""},
    {"typedef pthread_t Thread;\ntypedef float (*function)(float);\n__device__ function f;", "(*function)", "Thread"},
    {"struct Inner { int x; };\nstruct Outer { Inner inner; };\n__global__ void k(Outer o) {}", "Inner { int x",
     "\"\""},
    {"#define SIDE Edge\nenum { Edge = 4 };\nenum { Other = 5 };\n__device__ int x[SIDE];", "Edge = 4", "Other"},
    {"struct Name {\n char *text;\n Name() : text(0) { grow(); }\n ~Name() { cudaFree(text); }\n"
     " __device__ char first() { return *text; }\n};\n__global__ void k(Name n) {}",
     "{ return *text; }", "cudaFree"},
    {"struct Name {\n int a;\n Name() : a{1} { grow(); }\n constexpr int two() { return 2; }\n};\n"
     "__global__ void k(Name n) {}",
     "{ return 2; }", "grow"},
    {"struct squared { __device__ float f() { return 1; } };\nstruct asked { int x; };\nstruct unasked { int y; };",
     "asked { int x", "unasked"},
};

static void test_what_device_code_needs_stays(void **state)
{
    static const char *const asked[] = {"apply<asked>", NULL};
    (void)state;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source source = {"k.cu", needs[i].text, strlen(needs[i].text)}, stripped = source;
        struct host_code_headers headers = {is_known, NULL, asked};
        host_code_strip(&source, &headers, arena, &stripped, diagnostics_new(arena));
        assert_non_null(strstr(stripped.text, needs[i].kept));
        assert_null(strstr(stripped.text, needs[i].gone));
    }
}

static void test_how_sure_it_is(void **state)
{
    static const struct {
        const char *text;
        enum host_code_certainty expected;
    } rows[] = {
        {"int helper(int x) { return x; }", HOST_CODE_LIKELY},
        {"#include <vector>", HOST_CODE_CERTAIN},
        {"int main() { k<<<1, 1>>>(); }", HOST_CODE_CERTAIN},
        {"__device__ int helper(int x) { return x; }", HOST_CODE_NONE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source source = {"k.cu", rows[i].text, strlen(rows[i].text)}, stripped;
        struct host_code_headers headers = {is_known, NULL, NULL};
        assert_int_equal(host_code_strip(&source, &headers, arena, &stripped, diagnostics_new(arena)),
                         rows[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_code_goes_and_lines_stay),
        cmocka_unit_test(test_device_code_alone_stays_as_it_is),
        cmocka_unit_test(test_what_cannot_be_told_apart_stays),
        cmocka_unit_test(test_members_of_the_host_become_the_devices),
        cmocka_unit_test(test_what_device_code_needs_stays),
        cmocka_unit_test(test_how_sure_it_is),
        cmocka_unit_test(test_a_note_says_what_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
