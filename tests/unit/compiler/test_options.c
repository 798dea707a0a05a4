/* Tests the options of a compile request, and which requests are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compiler/options/options.h"

static const struct source source = {"a.cu", "x\n", 2};

static bool has(const char *const *options, size_t count, const char *option)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i], option) == 0)
            return true;
    return false;
}

static void options_follow_the_request(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const defines[] = {"N=4", "FAST", NULL};
    struct compile_request request = {
        .source = &source, .architecture = "sm_90a", .defines = defines, .want_cubin = true};
    struct option_folders folders = {"/t/include", "", false};
    const char *const *options;
    size_t count = options_build(arena, &request, &folders, &options);
    assert_true(has(options, count, "--gpu-architecture=sm_90a"));
    assert_true(has(options, count, "--generate-line-info"));
    assert_true(has(options, count, "--define-macro=N=4"));
    assert_true(has(options, count, "--define-macro=FAST"));
    assert_true(has(options, count, "--include-path=/t/include"));
    assert_true(has(options, count, "--ptxas-options=-v"));
    assert_true(has(options, count, "--device-int128"));
    assert_false(has(options, count, "--include-path="));
    assert_false(has(options, count, "--device-debug"));
    assert_false(has(options, count, "--pch"));
    folders.precompile = true;
    count = options_build(arena, &request, &folders, &options);
    assert_true(has(options, count, "--pch"));
    request.debug = true;
    count = options_build(arena, &request, NULL, &options);
    assert_true(has(options, count, "--device-debug"));
    assert_false(has(options, count, "--generate-line-info"));
    assert_false(has(options, count, "--include-path=/t/include"));
}

static void a_compile_without_machine_code_ends_at_ptx(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct compile_request request = {.source = &source, .architecture = "sm_90a", .debug = true};
    const char *const *options;
    size_t count = options_build(arena, &request, NULL, &options);
    assert_true(has(options, count, "--gpu-architecture=compute_90a"));
    request.want_cubin = true;
    count = options_build(arena, &request, NULL, &options);
    assert_true(has(options, count, "--gpu-architecture=sm_90a"));
    request.debug = request.want_cubin = false;
    count = options_build(arena, &request, NULL, &options);
    assert_true(has(options, count, "--gpu-architecture=compute_90a"));
    request.want_cubin = true;
    count = options_build(arena, &request, NULL, &options);
    assert_true(has(options, count, "--gpu-architecture=sm_90a")); /* the log gives registers and spills */
}

static void assert_refused(const char *architecture, const char *define, const char *name)
{
    const char *const defines[] = {define, NULL};
    const char *const names[] = {name, NULL};
    struct compile_request request = {
        .source = &source, .architecture = architecture, .defines = defines, .names = names};
    struct error error = {0};
    assert_false(options_check(&request, &error));
    assert_true(error.code == ERROR_SYNTAX || error.code == ERROR_RANGE);
}

static void hostile_requests_are_refused(void **state)
{
    (void)state;
    char long_text[OPTIONS_TEXT_BYTES_MAX + 2];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    assert_refused(NULL, NULL, NULL);
    assert_refused("sm_", NULL, NULL);
    assert_refused("sm_90 --include-path=/etc", NULL, NULL);
    assert_refused("compute_90", NULL, NULL);
    assert_refused("sm_90z", NULL, NULL);
    assert_refused("sm_90", "-I/etc", NULL);
    assert_refused("sm_90", "", NULL);
    assert_refused("sm_90", "N=1\n#include", NULL);
    assert_refused("sm_90", "N M=1", NULL);
    assert_refused("sm_90", long_text, NULL);
    assert_refused("sm_90", NULL, "gemm<\n>");
    assert_refused("sm_90", NULL, long_text);
}

static void good_requests_pass(void **state)
{
    (void)state;
    const char *const defines[] = {"N=4", "_x", "T=unsigned long", NULL};
    const char *const names[] = {"gemm<float, 4>", "vector_add", NULL};
    struct compile_request request = {.source = &source, .architecture = "sm_100a", .defines = defines, .names = names};
    assert_true(options_check(&request, NULL));
    request.architecture = "sm_75";
    request.defines = request.names = NULL;
    assert_true(options_check(&request, NULL));
}

static void too_many_are_refused(void **state)
{
    (void)state;
    const char *names[OPTIONS_LIST_MAX + 2] = {0};
    for (size_t i = 0; i <= OPTIONS_LIST_MAX; i++)
        names[i] = "k";
    struct compile_request request = {.source = &source, .architecture = "sm_90", .names = names};
    struct error error;
    assert_false(options_check(&request, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    names[OPTIONS_LIST_MAX] = NULL;
    assert_true(options_check(&request, NULL));
}

static void unreadable_sources_are_refused(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    static const char text[] = "ab\nc\0d";
    struct source with_nul = {"a.cu", text, sizeof text - 1};
    assert_false(options_check_source(&with_nul, diagnostics));
    assert_int_equal(diagnostics_at(diagnostics, 0)->location.line, 2);
    assert_int_equal(diagnostics_at(diagnostics, 0)->location.column, 2);
    char *large = calloc(1, OPTIONS_SOURCE_BYTES_MAX + 1);
    memset(large, ' ', OPTIONS_SOURCE_BYTES_MAX + 1);
    struct source too_large = {"a.cu", large, OPTIONS_SOURCE_BYTES_MAX + 1};
    assert_false(options_check_source(&too_large, diagnostics));
    assert_non_null(strstr(diagnostics_at(diagnostics, 1)->message, "1 MiB"));
    too_large.size_bytes--;
    assert_true(options_check_source(&too_large, diagnostics));
    struct source empty = {"a.cu", NULL, 0};
    assert_true(options_check_source(&empty, diagnostics));
    free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_follow_the_request),   cmocka_unit_test(a_compile_without_machine_code_ends_at_ptx),
        cmocka_unit_test(hostile_requests_are_refused), cmocka_unit_test(good_requests_pass),
        cmocka_unit_test(too_many_are_refused),         cmocka_unit_test(unreadable_sources_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
