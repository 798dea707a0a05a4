/* Which registers an instruction reads and writes, and in which role. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx/registers.h"
#include "ptx_text.h"

/* "@guard =written read [address] " of the first instruction of a body, as one text. */
static void check(const char *body, const char *expected)
{
    static const char *const marks[][2] = {[PTX_REGISTER_GUARD] = {"@", ""},
                                           [PTX_REGISTER_ADDRESS] = {"[", "]"},
                                           [PTX_REGISTER_READ] = {"", ""},
                                           [PTX_REGISTER_WRITTEN] = {"=", ""}};
    struct ptx_text text = ptx_text_parse_body(body);
    if (!text.program)
        ptx_text_print_errors(&text);
    assert_non_null(text.program);
    const struct ptx_function *kernel = ptx_find_function(text.program, "kernel");
    char found[200] = "";
    size_t length = 0;
    for (struct ptx_registers at = {.instruction = &kernel->instructions[0]}; ptx_registers_next(&at);) {
        length += (size_t)snprintf(found + length, sizeof found - length, "%s%s%s ", marks[at.role][0],
                                   kernel->registers[at.slot].name, marks[at.role][1]);
        assert_true(length < sizeof found);
    }
    assert_string_equal(found, expected);
    ptx_text_done(&text);
}

static void test_sources_and_destination(void **state)
{
    (void)state;
    check("add.s32 %r1, %r2, %r3;", "=%r1 %r2 %r3 ");
    check("add.s32 %r1, %r1, 4;", "=%r1 %r1 ");
    check("mov.u32 %r1, %tid.x;", "=%r1 ");
    check("@!%p1 mov.u32 %r1, %r2;", "@%p1 =%r1 %r2 ");
}

static void test_addresses_are_read(void **state)
{
    (void)state;
    check("ld.global.u32 %r1, [%d1+4];", "=%r1 [%d1] ");
    check("st.global.u32 [%d1], %r1;", "[%d1] %r1 ");
    check("red.global.add.u32 [%d1], %r1;", "[%d1] %r1 ");
    check("atom.global.cas.b32 %r1, [%d1], %r2, %r3;", "=%r1 [%d1] %r2 %r3 ");
    check("cp.async.ca.shared.global [%r1], [%d2], 4;", "[%r1] [%d2] ");
}

static void test_vectors_and_pairs(void **state)
{
    (void)state;
    check("ld.global.v2.f32 {%f1, _}, [%d1];", "=%f1 [%d1] ");
    check("st.global.v2.f32 [%d1], {%f1, %f2};", "[%d1] %f1 %f2 ");
    check("setp.lt.s32 %p1|%p2, %r1, %r2;", "=%p1 =%p2 %r1 %r2 ");
    check("shfl.sync.bfly.b32 %r1|%p1, %r2, 1, 31, -1;", "=%r1 =%p1 %r2 ");
    check("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, "
          "{%f1, %f2, %f3, %f4};",
          "=%f1 =%f2 =%f3 =%f4 %r1 %r2 %r3 %r4 %r5 %r6 %f1 %f2 %f3 %f4 ");
}

/* Rows with several shapes, or a destination that may be left out. */
static void test_the_shape_decides(void **state)
{
    (void)state;
    check("bar.sync %r1, %r2;", "%r1 %r2 ");
    check("bar.red.popc.u32 %r1, %r2, %p1;", "=%r1 %r2 %p1 ");
    check("mbarrier.arrive.shared.b64 %d1, [%r1];", "=%d1 [%r1] ");
    check("mbarrier.arrive.shared.b64 _, [%r1];", "[%r1] ");
    check("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};", "[%r1] %r2 ");
    check("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r2}, [%r1];", "=%r2 [%r1] ");
}

/* Elements of a call are registers, variables, or vectors of registers. */
static void test_calls(void **state)
{
    (void)state;
    check("p: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b32 _);\ncall (%r1), %d1, (%r2, %r3), p;",
          "=%r1 %d1 %r2 %r3 ");
}

static void test_reads_and_writes(void **state)
{
    (void)state;
    struct ptx_text text = ptx_text_parse_body("@%p1 add.s32 %r1, %r2, 4;");
    assert_non_null(text.program);
    const struct ptx_instruction *add = &ptx_find_function(text.program, "kernel")->instructions[0];
    assert_true(ptx_reads_register(add, add->guard_slot));
    assert_true(ptx_reads_register(add, add->operands[1].register_slot));
    assert_false(ptx_reads_register(add, add->operands[0].register_slot));
    assert_true(ptx_writes_register(add, add->operands[0].register_slot));
    assert_false(ptx_writes_register(add, add->guard_slot));
    ptx_text_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources_and_destination),
        cmocka_unit_test(test_addresses_are_read),
        cmocka_unit_test(test_vectors_and_pairs),
        cmocka_unit_test(test_the_shape_decides),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_reads_and_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
