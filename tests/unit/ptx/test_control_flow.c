/* Tests blocks, reconvergence points and loops of functions. */
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

static void assert_joins(const struct ptx_function *function, const char *label, uint32_t join)
{
    assert_int_equal(function->blocks[block_at(function, label)].immediate_post_dominator, join);
}

static void test_if_else(void **state)
{
    (void)state;
    struct ptx_text text = parse("start: @%p1 bra yes; no: mov.u32 %r1, 1; bra join; yes: mov.u32 %r1, 2; join: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    assert_int_equal(function->block_count, 4);
    uint32_t join = block_at(function, "join");
    assert_joins(function, "start", join);
    assert_joins(function, "yes", join);
    assert_joins(function, "no", join);
    assert_joins(function, "join", PTX_NO_BLOCK);
    const struct ptx_block *start = &function->blocks[0];
    assert_int_equal(start->successor_count, 2);
    assert_int_equal(start->successors[0], block_at(function, "no"));
    assert_int_equal(start->successors[1], block_at(function, "yes"));
    ptx_text_done(&text);
}

static void test_loop_and_nested_branch(void **state)
{
    (void)state;
    struct ptx_text text = parse("top: @%p1 bra skip; body: mov.u32 %r1, 1; skip: @%p2 bra top; after: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    assert_joins(function, "top", block_at(function, "skip"));
    assert_joins(function, "body", block_at(function, "skip"));
    assert_joins(function, "skip", block_at(function, "after"));
    ptx_text_done(&text);
}

static void test_early_exit_has_no_join_inside(void **state)
{
    (void)state;
    struct ptx_text text = parse("start: @%p1 bra leave; middle: @%p2 exit; rest: mov.u32 %r1, 1; bra end; leave: ret; "
                                 "end: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    assert_joins(function, "start", PTX_NO_BLOCK);
    assert_joins(function, "middle", PTX_NO_BLOCK);
    assert_joins(function, "rest", block_at(function, "end"));
    ptx_text_done(&text);
}

static void test_endless_loop(void **state)
{
    (void)state;
    struct ptx_text text = parse("start: @%p1 bra out; spin: bra spin; out: ret;");
    const struct ptx_function *function = &text.program->functions[0];
    assert_joins(function, "spin", PTX_NO_BLOCK);
    assert_joins(function, "start", block_at(function, "out"));
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
    assert_joins(function, "start", block_at(function, "join"));
    ptx_text_done(&text);
}

static void test_a_body_never_runs_out(void **state)
{
    (void)state;
    static const struct {
        const char *body;
        uint32_t count;
        bool is_implicit;
    } cases[] = {{"", 1, true},
                 {"ret;", 1, false},
                 {"@%p1 ret;", 2, true},
                 {"mov.u32 %r1, 1;", 2, true},
                 {"bra end; end:", 2, true},
                 {"top: bra top;", 1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ptx_text text = parse(cases[i].body);
        const struct ptx_function *function = &text.program->functions[0];
        assert_int_equal(function->instruction_count, cases[i].count);
        assert_int_equal(function->instructions[cases[i].count - 1].is_implicit, cases[i].is_implicit);
        ptx_text_done(&text);
    }
}

/* A block's join is the nearest block on all of its paths to an exit. */
enum { NODES_MAX = 24 };

static bool reaches_exit(const struct ptx_function *function, uint32_t from, uint32_t without)
{
    bool seen[NODES_MAX] = {false};
    uint32_t stack[NODES_MAX], depth = 0;
    if (from == without)
        return false;
    stack[depth++] = from;
    seen[from] = true;
    while (depth > 0) {
        const struct ptx_block *block = &function->blocks[stack[--depth]];
        enum ptx_opcode last = function->instructions[block->end - 1].opcode;
        if (last == PTX_OPCODE_RET || last == PTX_OPCODE_EXIT)
            return true;
        for (uint32_t i = 0; i < block->successor_count; i++) {
            uint32_t next = block->successors[i];
            if (next != without && !seen[next]) {
                seen[next] = true;
                stack[depth++] = next;
            }
        }
    }
    return false;
}

static bool post_dominates(const struct ptx_function *function, uint32_t join, uint32_t block)
{
    return join != block && reaches_exit(function, block, UINT32_MAX) && !reaches_exit(function, block, join);
}

static uint32_t slow_post_dominator(const struct ptx_function *function, uint32_t block)
{
    for (uint32_t join = 0; join < function->block_count; join++) {
        bool nearest = post_dominates(function, join, block);
        for (uint32_t other = 0; nearest && other < function->block_count; other++)
            if (other != join && post_dominates(function, other, block) &&
                post_dominates(function, other, join) == false)
                nearest = false;
        if (nearest)
            return join;
    }
    return PTX_NO_BLOCK;
}

static void test_random_graphs_agree_with_the_definition(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 200; round++) {
        struct buffer body = BUFFER_INIT;
        for (int i = 0; i < 12; i++) {
            seed = seed * 1664525 + 1013904223;
            uint32_t choice = seed >> 28;
            const char *guard = choice & 1 ? "@%p1 " : "";
            buffer_printf(&body, "L%d: ", i);
            if (choice < 12)
                buffer_printf(&body, "%sbra L%u;\n", guard, (seed >> 8) % 12);
            else
                buffer_printf(&body, "%sexit;\n", guard);
        }
        struct ptx_text text = parse(buffer_text(&body));
        const struct ptx_function *function = &text.program->functions[0];
        assert_true(function->block_count <= NODES_MAX);
        for (uint32_t i = 0; i < function->block_count; i++)
            assert_int_equal(function->blocks[i].immediate_post_dominator, slow_post_dominator(function, i));
        ptx_text_done(&text);
        buffer_done(&body);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if_else),
        cmocka_unit_test(test_loop_and_nested_branch),
        cmocka_unit_test(test_early_exit_has_no_join_inside),
        cmocka_unit_test(test_endless_loop),
        cmocka_unit_test(test_indexed_branch),
        cmocka_unit_test(test_a_body_never_runs_out),
        cmocka_unit_test(test_random_graphs_agree_with_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
