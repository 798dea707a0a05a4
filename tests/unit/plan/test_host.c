/* Tests the host function of a plan: its statements in C++, and the plans that it refuses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/host.h"
#include "plan_support.h"

static const char head[] = "extern \"C\" __global__ void one(float *x, int n) {}\n"
                           "template <int T> __global__ void two(float *x) {}\n"
                           "//? param a f32[n] in\n"
                           "//? param c f32[n] inout\n"
                           "//? param n i32\n"
                           "//? case n=1000\n";

static bool host_of(struct arena *arena, const char *plan_text, struct buffer *out, struct error *error)
{
    struct plan_file file;
    char *text = arena_printf(arena, "%s//? devices 2\n%s\n", head, plan_text);
    plan_file_read(&file, arena, "t.cu", text, strlen(text));
    assert_string_equal(file.problem, "");
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    if (!plan || !plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    return host_write(plan, "t", file.parameters, file.parameter_count, out, error);
}

static void assert_written(const char *plan_text, const char *expected)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    struct error error = {0};
    assert_true(host_of(arena, plan_text, &out, &error));
    if (!strstr(buffer_text(&out), expected))
        fail_msg("%s\nis not in\n%s", expected, buffer_text(&out));
}

static void assert_refused(const char *plan_text, const char *reason)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    struct error error = {0};
    assert_false(host_of(arena, plan_text, &out, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, reason));
}

static void statements_become_calls(void **state)
{
    (void)state;
    assert_written("//! launch one(c, n) grid=1 block=1", "void run_t(void *stream_address, void *a_address");
    assert_written("//! launch one(c, n) grid=1 block=1", ", void *c_address, long long n_)\n");
    assert_written("//! launch one(c + 2*n, n) grid=(n+255)/256,2 block=256 shared=4*n",
                   "::one<<<dim3((unsigned)((n_+255)/256), (unsigned)(2)), dim3((unsigned)(256)), (4*n_), "
                   "stream>>>(plan_host::any{c_ + (2*n_)}, (n_));");
    assert_written("//! launch one(c, n) grid=1 block=1 shared=4*n",
                   "cudaFuncAttributeMaxDynamicSharedMemorySize, (int)(4*n_)");
    assert_written("//! launch one(c, n) grid=1 block=1 when=n > 4", "if (n_ > 4) ::one<<<");
    assert_written("//! scratch s f32[n, 2] zero\n//! launch one(s, n) grid=1 block=1",
                   "plan_host::scratch s_memory(s_elements * sizeof(float), true, stream);");
    assert_written("//! for i in 1..n/4 { launch one(c + i, n) grid=1 block=1 }",
                   "for (long long i_ = (1); i_ < (long long)(n_/4); i_++) {");
    assert_written("//! tune T in 8, 16\n//! launch two<T>(c) grid=1 block=1", "constexpr long long T_ = 8;");
    assert_written("//! tune T in 8, 16\n//! launch two<T>(c) grid=1 block=1", "::two<8><<<");
    assert_written("//! let m = n/2\n//! launch one(c, m) grid=1 block=1", "const auto m_ = (n_/2) + 0LL;");
    assert_written("//! copy c a",
                   "cudaMemcpyAsync(plan_host::any{c_}, plan_host::any{a_}, (a_elements) * sizeof(*a_), ");
    assert_written("//! zero c + 3",
                   "cudaMemsetAsync(plan_host::any{c_ + (3)}, 0, (c_elements - (3)) * sizeof(*c_), stream)");
    assert_written("//! copy c + 1 a count=n - 1", "(n_ - 1) * sizeof(*a_), cudaMemcpyDeviceToDevice");
}

static void names_can_be_words_of_cpp(void **state)
{
    (void)state;
    assert_written("//! let long = n\n//! launch one(c, min(long, 16)) grid=1 block=1",
                   "const auto long_ = (n_) + 0LL;");
    assert_written("//! let long = n\n//! launch one(c, min(long, 16)) grid=1 block=1", "(min(long_, 16)));");
    assert_written("//! scratch stream f32[n]\n//! launch one(stream, n) grid=1 block=1", "plan_host::any{stream_}");
    assert_written("//! let a_elements = sm_count\n//! launch one(c, a_elements) grid=1 block=1",
                   "const auto a_elements_ = (sm_count_) + 0LL;");
}

static void what_one_device_cannot_is_refused(void **state)
{
    (void)state;
    assert_refused("//! launch one(peer(c, 1), n) grid=1 block=1", "peer()");
    assert_refused("//! copy c peer(a, 1)", "a copy between devices");
    assert_refused("//! launch one(c, n) grid=1 block=1 cooperative", "a cooperative launch");
    assert_refused("//! launch one(c, n) grid=1 block=1 device=1", "device=");
    assert_refused("//! launch one(c, n) grid=max_blocks(one) block=32", "max_blocks()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_become_calls),
        cmocka_unit_test(names_can_be_words_of_cpp),
        cmocka_unit_test(what_one_device_cannot_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
