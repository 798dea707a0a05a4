/* Tests the blocks of functions, and their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

static struct ptx_text parse(const char *body)
{
    struct ptx_text text = ptx_text_parse_body(body);
    if (!text.program)
        ptx_text_print_errors(&text);
    assert_non_null(text.program);
    return text;
}

/* Returns the block that starts at a label. */
static uint32_t block_at(const struct ptx_function *function, const char *label)
{
    for (uint32_t i = 0; i < function->label_count; i++)
        if (strcmp(function->labels[i].name, label) == 0)
            return function->block_of[function->labels[i].instruction];
    fail_msg("no label %s", label);
    return 0;
}

static void test_if_else(void **state)
{
    (void)state;
    struct ptx_text text = parse("start: @%p1 bra yes; no: mov.u32 %r1, 1; bra join; yes: mov.u32 %r1, 2; join: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    assert_int_equal(function->block_count, 4);
    const struct ptx_block *start = &function->blocks[0];
    assert_int_equal(start->successor_count, 2);
    assert_int_equal(start->successors[0], block_at(function, "no"));
    assert_int_equal(start->successors[1], block_at(function, "yes"));
    ptx_text_done(&text);
}

static void test_indexed_branch(void **state)
{
    (void)state;
    struct ptx_text text = parse("table: .branchtargets a, b, a; start: brx.idx %r1, table; a: bra join; b: bra join; "
                                 "join: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    const struct ptx_block *start = &function->blocks[block_at(function, "start")];
    assert_int_equal(start->successor_count, 3);
    assert_int_equal(start->successors[0], block_at(function, "a"));
    assert_int_equal(start->successors[1], block_at(function, "b"));
    ptx_text_done(&text);
}

static void test_a_body_never_runs_out(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint32_t count;
    } cases[] = {
        {"", 1}, {"ret;", 1}, {"@%p1 ret;", 2}, {"mov.u32 %r1, 1;", 2}, {"bra end; end:", 2}, {"top: bra top;", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ptx_text text = parse(cases[i].body);
        const struct ptx_function *function = &text.program->functions[0];
        assert_int_equal(function->instruction_count, cases[i].count);
        ptx_text_done(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_indexed_branch),
        cmocka_unit_test(test_a_body_never_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
