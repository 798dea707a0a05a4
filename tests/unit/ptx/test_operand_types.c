/* Registers and constants must have the instruction's type (PTX ISA 9.4), as ptxas demands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

#define REGISTERS \
    ".reg .u32 %u<4>; .reg .s64 %s<4>; .reg .u16 %uh<4>; .reg .f16 %fh<4>; .reg .f16x2 %fx<4>; .reg .b128 %q<4>; "

static const struct {
    const char *body;
    int column; /* from 1, after REGISTERS */
    bool is_constant;
} refused[] = {
    {"add.u32 %r1, %r2, %f3;", 19, false},
    {"add.u32 %f1, %r2, %r3;", 9, false},
    {"add.u16 %r1, %h2, %h3;", 9, false},
    {"add.f32 %f1, %f2, %u3;", 19, false},
    {"add.f16 %uh1, %h2, %h3;", 9, false},
    {"add.f32 %f1, %f2, 5;", 19, true},
    {"add.u32 %r1, %r2, 1.0;", 19, true},
    {"add.f16 %h1, %h2, 0x3c00;", 19, true},
    {"mul.wide.s32 %r1, %r2, %r3;", 14, false},
    {"mul.wide.s32 %g1, %r2, %r3;", 14, false},
    {"mad.wide.u16 %r1, %h2, %h3, %h1;", 29, false},
    {"setp.eq.f32 %p1, %f1, 0;", 23, true},
    {"setp.lt.s32 %p1, %r1, %d1;", 23, false},
    {"selp.f32 %f1, 1, 0, %p1;", 15, true},
    {"selp.u32 %r1, %f1, %r2, %p1;", 15, false},
    {"slct.b32.f32 %r1, %r2, %r3, %u1;", 29, false},
    {"set.eq.u32.f32 %f1, %f2, %f3;", 16, false},
    {"shl.b32 %r1, %r2, %h1;", 19, false},
    {"popc.b64 %d1, %d2;", 10, false},
    {"mov.u32 %r1, %f1;", 14, false},
    {"mov.b32 %r1, %d1;", 14, false},
    {"mov.f32 %f1, 7;", 14, true},
    {"and.pred %p1, %p2, %r1;", 20, false},
    {"ld.global.u32 %h1, [%d1];", 15, false},
    {"ld.global.u32 %f1, [%d1];", 15, false},
    {"ld.global.v2.u32 {%r1, %h2}, [%d1];", 18, false},
    {"st.global.f32 [%d1], 5;", 22, true},
    {"st.global.u32 [%d1], %f1;", 22, false},
    {"cvt.rn.f32.s32 %g1, %r1;", 16, false},
    {"cvt.rn.f16.f32 %uh1, %f1;", 16, false},
    {"testp.normal.f32 %p1, %u1;", 23, false},
    {"setp.lt.u32 %r1, %r2, %r3;", 13, false},
    {"selp.b32 %r1, 1.5, 0, %p1;", 15, true},
    {"mov.b64 %d1, 0f3F800000;", 14, true},
    {"selp.s32 %r1, 1, 0, %r2;", 21, false},
    {"isspacep.global %r1, %d1;", 17, false},
    {"cvta.global.u64 %d1, %r2;", 22, false},
    {"shfl.sync.idx.b32 %d1, %r1, 0, 31, -1;", 19, false},
    {"shfl.sync.idx.b32 %r1|%r2, %r1, 0, 31, -1;", 19, false},
    {"shfl.sync.idx.b32 %r1, 1.0, 0, 31, -1;", 24, true},
    {"vote.sync.any.pred %p1, %r1, -1;", 25, false},
    {"vote.sync.ballot.b32 %d1, %p1, -1;", 22, false},
    {"match.any.sync.b64 %d1, %d2, -1;", 20, false},
    {"redux.sync.add.u32 %f1, %r1, -1;", 20, false},
    {"atom.global.add.u32 %r1, [%d1], %d2;", 33, false},
    {"atom.global.add.f32 %f1, [%d1], 1;", 33, true},
    {"atom.global.cas.b32 %r1, [%d1], 1, %h1;", 36, false},
    {"red.global.add.u32 [%d1], %h1;", 27, false},
    {"ld.global.L2::cache_hint.u32 %r1, [%d1], %r2;", 42, false},
    {"mbarrier.init.shared.b64 [%r1], %d1;", 33, false},
    {"mbarrier.arrive.shared.b64 %r1, [%r1];", 28, false},
    {"mbarrier.arrive.shared.b64 _, [%r1], %d1;", 38, false},
    {"mbarrier.test_wait.shared.b64 %r1, [%r1], %d1;", 31, false},
    {"mbarrier.test_wait.parity.shared.b64 %p1, [%r1], %d1;", 50, false},
    {"mbarrier.pending_count.b64 %d1, %d2;", 28, false},
    {"bar.sync %d1;", 10, false},
    {"bar.red.and.pred %p1, 0, %r2;", 26, false},
    {"nanosleep.u32 %d1;", 15, false},
    {"alloca.u64 %d1, %r1;", 17, false},
    {"mov.b64 %d1, {%r1, %r2, %r3, %r1};", 14, false},
    {"mov.b64 %d1, {%h1, %h2};", 14, false},
    {"mov.b32 %r1, {%h1};", 14, false},
    {"mov.v2.b32 {%r1, %d2}, {%r1, %r2};", 12, false},
    {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%d1, %d2}, {%r1}, {%r2}, {%r1, %r3};", 48, false},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%h1}, [%r1];", 42, false},
};

static const char *const accepted[] = {
    "add.u32 %r1, %u1, %r2; add.s64 %s1, %d1, -5; add.f32 %r1, %f1, 1.0; add.f16x2 %fx1, %r1, %fx2; add.f16 %fh1, %h1, "
    "%fh2;",
    "and.b32 %f1, %f2, %u1; xor.b64 %g1, %d1, %s1; prmt.b32 %f1, %r1, %u1, 0x3210; and.b32 %r1, %r2, 0f80000000;",
    "mov.u32 %u1, %r1; mov.b32 %f1, 5; mov.b32 %r1, %f1; mov.f32 %f1, %r1; mov.b64 %d1, %g1; mov.b128 %q1, %q2; "
    "mov.b16 %fh1, %h1; mov.u32 %fx1, %r1;",
    "mul.wide.s32 %s1, %r1, %u1; mad.wide.u16 %r1, %h1, %uh1, %u1; mul.wide.u16 %fx1, %h1, %h2;",
    "ld.global.u8 %d1, [%d2]; ld.global.s16 %r1, [%d2]; ld.global.b16 %f1, [%d2]; ld.global.b32 %g1, [%d2]; "
    "ld.global.v2.u8 {%h1, _}, [%d2]; ld.global.u8 %q1, [%d2];",
    "st.global.u8 [%d1], %d2; st.global.b32 [%d1], %f1; st.global.f32 [%d1], %r1;",
    "cvt.u8.u32 %d1, %r1; cvt.s64.s8 %d1, %r1; cvt.rn.f32.s32 %f1, 5; cvt.rn.f16.f32 %h1, %f1; cvt.f32.f16 %f1, %fh1;",
    "shl.b64 %d1, %d2, %u1; bfe.s64 %d1, %d2, %r1, 5; popc.b64 %r1, %d1; set.eq.f32.u32 %f1, %r1, %u1;",
    "shfl.sync.idx.b32 %f1|%p1, %f2, 0, 31, -1; atom.global.cas.b32 %r1, [%d1], 1, %r2; atom.global.add.f32 %r1, "
    "[%d1], "
    "1.0; atom.global.L2::cache_hint.exch.b32 %f1, [%d1], %f2, %d2;",
    "mbarrier.arrive.shared.b64 _, [%r1], 2; mbarrier.arrive.shared.b64 %d1, [%r1]; bar.red.popc.u32 %r1, 0, 64, %p1; "
    "max.abs.f32 %f1, %f2, %f3, %f1; bar.sync %r1, %r2; vote.sync.ballot.b32 %r1, !%p1, -1;",
    "setp.ne.b32 %p1, %f1, %r1; selp.b32 %f1, %r1, %u1, %p1; slct.f32.s32 %f1, %f2, %r1, %u1; fma.rn.f64 %g1, %d1, "
    "0d3ff0000000000000, %g2;",
};

/* Operands of a wrong kind, count or place. */
static const struct {
    const char *body, *message;
} misfits[] = {
    {"ld.global.u32 %r1, [%f1];", "an address is an integer"},
    {"ld.shared.u32 %r1, [%p1];", "an address is an integer"},
    {"st.global.u32 [%q1], %r1;", "an address is an integer"},
    {"ld.global.u32 %r1, [1.0];", "an address is an integer"},
    {"st.global.u32 [kernel], %r1;", "this is no address"},
    {".shared .u32 s; ld.global.u32 %r1, [s];", "the variable is in another state space"},
    {".shared .u32 s; red.global.add.u32 [s], 1;", "the variable is in another state space"},
    {".shared .u32 s; cp.async.ca.shared.global [%r1], [s], 4;", "the variable is in another state space"},
    {"add.u32 {%r1, %r2}, %r3, 1;", "an operand of this kind does not fit here"},
    {"mul.wide.u32 %d1, {%r1}, 4;", "an operand of this kind does not fit here"},
    {".shared .u32 s; add.u64 %d1, %d2, s;", "an operand of this kind does not fit here"},
    {"add.u32 %r1, %r2, %tid;", "an operand of this kind does not fit here"},
    {"mov.u32 %r1, %tid;", "an operand of this kind does not fit here"},
    {"ld.global.u32 %r1, [%d1], %d2;", "another number of operands"},
    {"ld.global.L2::cache_hint.u32 %r1, [%d1];", "another number of operands"},
    {"st.global.u32 [%d1], %r1, %d2;", "another number of operands"},
    {"atom.global.cas.b32 %r1, [%d1], 1;", "another number of operands"},
    {"atom.global.add.u32 %r1, [%d1], 1, 2;", "another number of operands"},
    {"setp.lt.and.u32 %p1, %r1, %r2;", "another number of operands"},
    {"setp.lt.u32 %p1, %r1, %r2, %p2;", "another number of operands"},
    {"lop3.and.b32 %r1, %r2, %r3, %r1, 5;", "another number of operands"},
    {"min.s32 %r1, %r2, %r3, %r1;", "another number of operands"},
    {"min.abs.f32 %f1, %f2, %f3;", "another number of operands"},
    {"min.xorsign.abs.f32 %f1, %f2, %f3, %f1;", "another number of operands"},
    {"cvt.rn.f16x2.f32 %r1, %f1;", "another number of operands"},
    {"cvt.rn.f16.f32 %h1, %f1, %f2;", "another number of operands"},
    {"bar.arrive 0;", "another number of operands"},
    {"bar.red.popc.u32 %r1, 3;", "another number of operands"},
    {"mov.v2.u32 %r1, %tid;", "another width than the instruction"},
    {"cvt.rn.f16.s32 %h1, {%r1, %r2};", "an operand of this kind does not fit here"},
};

static struct ptx_text parse(const char *body)
{
    char text[1024];
    snprintf(text, sizeof text, "%s%s", REGISTERS, body);
    return ptx_text_parse_body(text);
}

static void wrong_types_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct ptx_text text = parse(refused[i].body);
        if (text.program || diagnostics_count(text.diagnostics) != 1)
            fail_msg("not one error: %s", refused[i].body);
        const struct diagnostic *error = diagnostics_at(text.diagnostics, 0);
        assert_non_null(strstr(error->message, refused[i].is_constant ? "a constant of this kind does not fit here"
                                                                      : "a register of this type does not fit here"));
        assert_int_equal(error->location.column, (int)sizeof REGISTERS - 1 + refused[i].column);
        ptx_text_done(&text);
    }
}

static void right_types_parse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        struct ptx_text text = parse(accepted[i]);
        if (!text.program)
            fail_msg("%s: %s", accepted[i], diagnostics_at(text.diagnostics, 0)->message);
        ptx_text_done(&text);
    }
}

static void wrong_kinds_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof misfits / sizeof *misfits; i++) {
        struct ptx_text text = parse(misfits[i].body);
        if (text.program || diagnostics_count(text.diagnostics) != 1)
            fail_msg("not one error: %s", misfits[i].body);
        const char *message = diagnostics_at(text.diagnostics, 0)->message;
        if (!strstr(message, misfits[i].message))
            fail_msg("%s: %s", misfits[i].body, message);
        ptx_text_done(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_kinds_are_named),
        cmocka_unit_test(wrong_types_are_named),
        cmocka_unit_test(right_types_parse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
