/* Deep, wide or cut text ends in an error, without a crash or a long wait. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

static void assert_rejected(const struct buffer *source)
{
    struct ptx_text text = ptx_text_parse_bytes(source->data, source->size_bytes);
    assert_null(text.program);
    assert_true(diagnostics_error_count(text.diagnostics) > 0);
    ptx_text_done(&text);
}

static struct buffer kernel_with(const char *repeated, size_t times, const char *after)
{
    struct buffer source = BUFFER_INIT;
    buffer_append_text(&source, ".version 9.0\n.entry k() {\n.reg .b32 %r<9>;\n.reg .pred %p<9>;\n");
    buffer_append_repeat(&source, repeated, times);
    buffer_append_text(&source, after);
    return source;
}

static void test_depth(void **state)
{
    (void)state;
    static const struct {
        const char *repeated, *after;
    } cases[] = {{"{", "}"}, {"mov.b32 %r1, (", ""}, {"mov.b32 %r1, -", "1;}"}, {"{ .reg .b32 x; {", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer source = kernel_with(cases[i].repeated, 100000, cases[i].after);
        assert_rejected(&source);
        buffer_done(&source);
    }
    static const char *const openings[] = {"(", "-", "!", "~", "1?"};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct buffer source = kernel_with("mov.b32 %r1, ", 1, "");
        buffer_append_repeat(&source, openings[i], 200000);
        assert_rejected(&source);
        buffer_done(&source);
    }
    struct buffer source = BUFFER_INIT;
    buffer_append_text(&source, ".version 9.0\n.global .u32 x[4] = ");
    buffer_append_repeat(&source, "{", 100000);
    assert_rejected(&source);
    buffer_done(&source);
}

static void test_many_references_in_deep_scopes(void **state)
{
    (void)state;
    struct buffer source = kernel_with("{", 200, "");
    buffer_append_repeat(&source, "bra L;", 50000);
    buffer_append_repeat(&source, "}", 200);
    buffer_append_text(&source, "L: ret; }\n");
    struct ptx_text text = ptx_text_parse_bytes(source.data, source.size_bytes);
    assert_non_null(text.program);
    ptx_text_done(&text);
    buffer_done(&source);
}

static void test_one_name_in_many_scopes(void **state)
{
    (void)state;
    struct buffer source = kernel_with("{ .reg .b32 t; mov.b32 t, 1; L: bra L; }\n", 20000, "}");
    struct ptx_text text = ptx_text_parse_bytes(source.data, source.size_bytes);
    assert_non_null(text.program);
    assert_int_equal(text.program->functions[0].register_count, 20000);
    assert_int_equal(text.program->functions[0].label_count, 20000);
    ptx_text_done(&text);
    buffer_done(&source);
}

static void test_long_chain_of_branches(void **state)
{
    (void)state;
    struct buffer source = kernel_with("", 0, "");
    for (int i = 0; i < 50000; i++)
        buffer_printf(&source, "L%d: @%%p1 bra L%d;\n", i, (i * 7919) % 50000);
    buffer_append_text(&source, "ret; }");
    struct ptx_text text = ptx_text_parse_bytes(source.data, source.size_bytes);
    assert_non_null(text.program);
    assert_true(text.program->functions[0].block_count >= 50000);
    ptx_text_done(&text);
    buffer_done(&source);
}

static void test_large_declarations_cost_nothing(void **state)
{
    (void)state;
    struct ptx_text text = ptx_text_parse(".version 9.0\n.global .b8 x[1000000000000];\n.entry k() {\n"
                                          ".reg .b32 %r<4000000000>;\n.local .b8 y[1000000000000];\n"
                                          "mov.b32 %r123456789, 1;\nret; }\n");
    assert_non_null(text.program);
    assert_int_equal(text.program->functions[0].register_count, 1);
    assert_string_equal(text.program->functions[0].registers[0].name, "%r123456789");
    assert_true(arena_size_bytes(text.arena) < 1 << 20);
    ptx_text_done(&text);
}

static void test_branch_tables_are_bounded(void **state)
{
    (void)state;
    struct buffer source = kernel_with("", 0, "t: .branchtargets L");
    buffer_append_repeat(&source, ",L", 20000);
    buffer_append_text(&source, ";\n");
    buffer_append_repeat(&source, "brx.idx %r1, t;\n", 2000);
    buffer_append_text(&source, "L: ret; }");
    assert_rejected(&source);
    buffer_done(&source);
}

static void test_functions_are_bounded(void **state)
{
    (void)state;
    struct buffer source = BUFFER_INIT;
    buffer_append_text(&source, ".version 9.0\n");
    for (int i = 0; i < 70000; i++)
        buffer_printf(&source, ".func f%d();", i);
    assert_rejected(&source);
    buffer_done(&source);
}

static void test_errors_are_bounded(void **state)
{
    (void)state;
    struct buffer source = kernel_with("what.ever 1;\n", 50000, "}");
    struct ptx_text text = ptx_text_parse_bytes(source.data, source.size_bytes);
    assert_null(text.program);
    assert_true(diagnostics_error_count(text.diagnostics) <= DIAGNOSTICS_MAX + 1);
    ptx_text_done(&text);
    buffer_done(&source);
}

static void test_every_prefix_is_harmless(void **state)
{
    (void)state;
    size_t size_bytes;
    char *whole = ptx_text_read(WARPSCHOOL_SOURCE_DIR "/tests/ptx/forms/control.sm_80.ptx", &size_bytes);
    assert_non_null(whole);
    for (size_t length = 0; length < size_bytes; length += 7) {
        char *prefix = malloc(length ? length : 1); /* exact size, so that a sanitizer sees a read past it */
        assert_non_null(prefix);
        memcpy(prefix, whole, length);
        struct ptx_text text = ptx_text_parse_bytes(prefix, length);
        assert_true(text.program || diagnostics_error_count(text.diagnostics) > 0);
        ptx_text_done(&text);
        free(prefix);
    }
    free(whole);
}

static void test_too_large_a_text(void **state)
{
    (void)state;
    struct ptx_text text = ptx_text_parse_bytes("", (size_t)PTX_SOURCE_MAX + 1);
    assert_null(text.program);
    ptx_text_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_many_references_in_deep_scopes),
        cmocka_unit_test(test_one_name_in_many_scopes),
        cmocka_unit_test(test_long_chain_of_branches),
        cmocka_unit_test(test_large_declarations_cost_nothing),
        cmocka_unit_test(test_branch_tables_are_bounded),
        cmocka_unit_test(test_functions_are_bounded),
        cmocka_unit_test(test_errors_are_bounded),
        cmocka_unit_test(test_every_prefix_is_harmless),
        cmocka_unit_test(test_too_large_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
