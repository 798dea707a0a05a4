/* Tests PTX errors: each mistake, its place, its message. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ptx_text.h"

/* One mistake at line PTX_TEXT_BODY_LINE, and the column of the wrong word. */
static const struct {
    const char *body;
    int column;
    const char *message;
} body_cases[] = {
    {"foo.bar.u32 %r1, %r2;", 1, "unknown instruction 'foo.bar.u32'"},
    {"addd.u32 %r1, %r2, %r3;", 1, "unknown instruction 'addd.u32'"},
    {"tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%d1];", 1, "unknown instruction 'tex.2d.v4.f32.s32'"},
    {"add.zz.u32 %r1, %r2, %r3;", 5, "unknown modifier '.zz' of 'add'"},
    {"add.wide.u32 %d1, %r2, %r3;", 5, "'add' does not take '.wide'"},
    {"popc.u32 %r1, %r2;", 6, "'popc' has no form for type '.u32'"},
    {"add %r1, %r2, %r3;", 1, "'add' needs a type"},
    {"set.eq.u32 %r1, %r2, %r3;", 1, "'set' needs more types"},
    {"mul.lo.u32.u32 %r1, %r2, %r3;", 12, "'mul' has too many types (limit 1)"},
    {"add.global.u32 %r1, %r2, %r3;", 5, "'add' takes no state space"},
    {"add.u32 %r1, %r2;", 17, "'add.u32': too few operands"},
    {"add.u32 %r1, %r2, %r3, %r4;", 24, "'add.u32': too many operands"},
    {"add.u32 %r1, [%d1], %r3;", 14, "'add.u32': an operand of this kind does not fit here"},
    {"add.u32 5, %r1, %r3;", 9, "'add.u32': an operand of this kind does not fit here"},
    {"ld.global.u32 %r1, %d1;", 20, "'ld.global.u32': an operand of this kind does not fit here"},
    {"add.u32 %r1|%p1, %r2, %r3;", 9, "'add.u32': an operand of this kind does not fit here"},
    {"mov.u32 %r1, %r100;", 14, "undeclared name '%r100'"},
    {"mov.u32 %r1, %r07;", 14, "undeclared name '%r07'"},
    {"mov.u32 %r1, %tid.q;", 14, "no such component: '%tid.q'"},
    {"mov.u32 %r1, %laneid.x;", 14, "no such component: '%laneid.x'"},
    {"mov.u32 %r1, %r2.x;", 14, "no such component: '%r2.x'"},
    {".shared .u32 s<5000>;", 16, "expected the number of variables, at most 4096"},
    {".shared .u32 s<n>;", 16, "expected the number of variables, at most 4096"},
    {".shared .u32 s<2>, s1;", 20, "'s1' is declared twice"},
    {"# 5", 1, "this character has no place in PTX"},
    {"ret; # 5 \"a.c\"", 6, "this character has no place in PTX"},
    {"; ret;", 1, "expected a statement, not ';'"},
    {"mov.u32 %r1, 5;; ret;", 16, "expected a statement, not ';'"},
    {"add.u32 _, %r1, %r2;", 9, "'add.u32': an operand of this kind does not fit here"},
    {"ld.global.u32 _, [%d1];", 15, "'ld.global.u32': an operand of this kind does not fit here"},
    {"shfl.sync.up.b32 _|%p1, %r2, 1, 0, -1;", 18, "'shfl.sync.up.b32': an operand of this kind does not fit here"},
    {"bar.sync 16;", 10, "'bar.sync': a constant that this instruction cannot take"},
    {"bar.sync -1;", 10, "'bar.sync': a constant that this instruction cannot take"},
    {"barrier.sync 1, 48;", 17, "'barrier.sync': a constant that this instruction cannot take"},
    {"bar.arrive 1, 0;", 15, "'bar.arrive': a constant that this instruction cannot take"},
    {"bar.red.popc.u32 %r1, 16, %p1;", 23, "'bar.red.popc.u32': a constant that this instruction cannot take"},
    {"bfe.u32 %r1, %r2, 256, 4;", 19, "'bfe.u32': a constant that this instruction cannot take"},
    {"bfi.b32 %r1, %r2, %r3, 4, -1;", 27, "'bfi.b32': a constant that this instruction cannot take"},
    {"pmevent 16;", 9, "'pmevent': a constant that this instruction cannot take"},
    {"setmaxnreg.inc.sync.aligned.u32 36;", 33,
     "'setmaxnreg.inc.sync.aligned.u32': a constant that this instruction cannot take"},
    {"discard.global.L2 [%d1], 64;", 26, "'discard.global.L2': a constant that this instruction cannot take"},
    {"mbarrier.test_wait.parity.shared.b64 %p1, [%r1], 2;", 50,
     "'mbarrier.test_wait.parity.shared.b64': a constant that this instruction cannot take"},
    {"bra nowhere;", 5, "undeclared label 'nowhere'"},
    {"{ inner: } bra inner;", 16, "undeclared label 'inner'"},
    {"again: again: ret;", 15, "'again' is declared twice"},
    {".reg .b32 %r<4>;", 11, "'%r' is declared twice"},
    {"@%r1 bra x; x:", 2, "a guard must be a .pred register, not .b32"},
    {"@%p9 ret;", 2, "'%p9' is not a register"},
    {"setp.s32 %p1, %r1, %r2;", 1, "'setp' needs one more word: Compare, lo, hi"},
    {"mul.s32 %r1, %r2, %r3;", 1, "'mul' needs one more word: lo, hi, wide"},
    {"div.f32 %f1, %f2, %f3;", 1, "'div' needs one more word: Rounding, approx, full"},
    {"atom.global.u32 %r1, [%d1], %r2;", 1, "'atom' needs one more word: Operation, Logic, exch, cas"},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2}, [%r3];", 42,
     "'ldmatrix.sync.aligned.m8n8.x4.shared.b16': the vector has another width than the instruction"},
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1}, {%r3}, {%f1,%f2,%f3,%f4};", 69,
     "'mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32': the vector has another width than the instruction"},
    {"ld.global.v4.u32 {%r1, %r2}, [%d1];", 18,
     "'ld.global.v4.u32': the vector has another width than the instruction"},
    {"ld.global.u32 {%r1, %r2}, [%d1];", 15, "'ld.global.u32': the vector has another width than the instruction"},
    {"st.global.v2.u32 [%d1], %r1;", 25, "'st.global.v2.u32': the vector has another width than the instruction"},
    {"p: .callprototype (.param .b32 _) _ (); call %d1, (%r1), p;", 46,
     "the call has 1 arguments, the function takes 0"},
    {"p: .callprototype (.param .b32 _) _ (); call %d1, p;", 46, "the call takes 0 results, the function returns 1"},
    {"p: .callprototype _ (.reg .v2 .u32 _); call %d1, (%r1), p;", 45,
     "the call and the function have vectors of other elements"},
    {"add.u32 %r1, %r2.b0, %r3;", 14, "'add.u32': an operand of this kind does not fit here"},
    {"add.u32 %r1.b0, %r2, %r3;", 9, "'add.u32': an operand of this kind does not fit here"},
    {"add.u32 %r1+1, %r2, %r3;", 9, "'add.u32': an operand of this kind does not fit here"},
    {"vadd.u32.u32.u32 %r1, %r2+1, %r3;", 23, "'vadd.u32.u32.u32': an operand of this kind does not fit here"},
    {"vadd.u32.u32.u32.add %r1, %r2, %r3;", 35,
     "'vadd.u32.u32.u32.add': the words of the instruction ask for another number of operands"},
    {"vshr.u32.u32.u32 %r1, %r2, %r3;", 1, "'vshr' needs one more word: clamp, wrap"},
    {"mov.f32 %f1, %f2+1;", 1, "a constant cannot be added to a .f32 register here"},
    {".reg .v2 .pred pair;", 10, "a vector cannot have elements of type '.pred'"},
    {"call nothing;", 6, "undeclared name 'nothing'"},
    {"call %tid.x;", 6, "only a function or a register can be called"},
    {"mov.u32 %r1, 1/0;", 17, "division by zero in a constant"},
    {"mov.u32 %r1, 0f12;", 14, "0f needs eight hexadecimal digits"},
    {"ld.global.u32 %r1, [%d1+1.5];", 25, "an offset must be an integer"},
    {"ld.global.u32 %r1, [%d1;", 24, "expected ']', not ';'"},
    {"mov.u32 %r1 %r2;", 13, "expected ',' or ';', not '%r2'"},
    {".shared .u32 x = 5;", 18, "only global and constant variables can have initial values"},
    {".local .align 3 .u32 x;", 15, "an alignment must be a power of two"},
    {".local .pred x;", 14, "a variable cannot be of type '.pred'"},
    {".local .u33 x;", 8, "unknown type '.u33'"},
    {".nonsense 4;", 1, "unknown directive '.nonsense'"},
    {"mov.u32 %r1, 2 ^ 1.5;", 21, "this operator needs integers"},
    {"5;", 1, "expected a statement, not '5'"},
    {"`", 1, "this character has no place in PTX"},
};

static const struct diagnostic *first_error(const struct ptx_text *text)
{
    assert_null(text->program);
    assert_true(diagnostics_count(text->diagnostics) >= 1);
    return diagnostics_at(text->diagnostics, 0);
}

static void test_mistakes_in_a_body(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof body_cases / sizeof *body_cases; i++) {
        struct ptx_text text = ptx_text_parse_body(body_cases[i].body);
        if (text.program)
            fail_msg("no error for: %s", body_cases[i].body);
        const struct diagnostic *error = first_error(&text);
        if (strcmp(error->message, body_cases[i].message) != 0 || error->location.line != PTX_TEXT_BODY_LINE ||
            error->location.column != body_cases[i].column)
            fail_msg("%s\n  gave %d:%d %s\n  not  %d:%d %s", body_cases[i].body, error->location.line,
                     error->location.column, error->message, PTX_TEXT_BODY_LINE, body_cases[i].column,
                     body_cases[i].message);
        ptx_text_done(&text);
    }
}

static const struct {
    const char *text;
    int line, column;
    const char *message;
} module_cases[] = {
    {"", 1, 1, "a module begins with .version"},
    {".version 9\n", 1, 10, "expected a version such as 9.0"},
    {".version 9.0\n.target 5\n", 2, 9, "expected a target such as sm_90, not '5'"},
    {".version 9.0\n.address_size 16\n", 2, 15, "an address has 32 or 64 bits"},
    {".version 9.0\n.local .u32 x;\n", 2, 1, "no variable of this space can stand outside of a function"},
    {".version 9.0\n.global .u32 x;\n.global .u32 x;\n", 3, 14, "'x' is declared twice"},
    {".version 9.0\n.global .u32 x = y;\n", 2, 18, "undeclared name 'y'"},
    {".version 9.0\n.global .u32 x[2] = {1, 2, 3};\n", 2, 28, "too many initial values"},
    {".version 9.0\n.global .u32 x[2] = 1;\n", 2, 21, "an array needs its initial values in braces"},
    {".version 9.0\n.global .u8 x[1] = {0xff0(y)};\n", 2, 27, "a mask must cover one whole byte, as in 0xff00"},
    {".version 9.0\n.global .b128 x = y;\n", 2, 20, "an address does not fit a variable of this type"},
    {".version 9.0\n.global .u64 x[1099511627776];\n", 2, 30, "'x' is too large"},
    {".version 9.0\n.entry k()\n{\n ret;\n", 5, 1, "the body of the function does not end"},
    {".version 9.0\n.func f() { ret; }\n.func f() { ret; }\n", 3, 11, "'f' is defined twice"},
    {".version 9.0\n.entry k(.param .u32 a, .param .u32 a) { ret; }\n", 2, 38, "'a' is declared twice"},
    {".version 9.0\n.entry k() .maxntid -1 { ret; }\n", 2, 21, "an extent must be an integer from 0 to 2147483647"},
    {".version 9.0\n.entry k() .wrong { ret; }\n", 2, 12, "unknown directive '.wrong'"},
    {".version 9.0\n.alias a, b;\n", 2, 8, "'a' is no function"},
    {".version 9.0\n/* open", 2, 1, "comment without an end"},
    {".version 9.0\n.section .debug_info {\n.b8 1\n", 2, 22, "the section does not end"},
    {".version 9.0\nadd.u32 a, b, c;\n", 2, 1, "expected a directive, not 'add.u32'"},
};

static void test_mistakes_in_a_module(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof module_cases / sizeof *module_cases; i++) {
        struct ptx_text text = ptx_text_parse(module_cases[i].text);
        if (text.program)
            fail_msg("no error for: %s", module_cases[i].text);
        const struct diagnostic *error = first_error(&text);
        if (strcmp(error->message, module_cases[i].message) != 0 || error->location.line != module_cases[i].line ||
            error->location.column != module_cases[i].column)
            fail_msg("%s\n  gave %d:%d %s\n  not  %d:%d %s", module_cases[i].text, error->location.line,
                     error->location.column, error->message, module_cases[i].line, module_cases[i].column,
                     module_cases[i].message);
        ptx_text_done(&text);
    }
}

static void test_all_mistakes_are_told_in_one_pass(void **state)
{
    (void)state;
    struct ptx_text text = ptx_text_parse_body("bad.one %r1;\nadd.u32 %r1, %r2;\nmov.u32 %r1, %r2;\nbra gone;");
    assert_null(text.program);
    assert_int_equal(diagnostics_error_count(text.diagnostics), 3);
    for (int i = 0; i < 3; i++) {
        static const int lines[] = {0, 1, 3};
        assert_int_equal(diagnostics_at(text.diagnostics, (size_t)i)->location.line, PTX_TEXT_BODY_LINE + lines[i]);
    }
    ptx_text_done(&text);
}

static void test_hints(void **state)
{
    (void)state;
    struct ptx_text text = ptx_text_parse_body("addd.u32 %r1, %r2, %r3;");
    assert_string_equal(first_error(&text)->hint, "did you mean 'add'?");
    ptx_text_done(&text);
    text = ptx_text_parse_body("sust.b.1d.b32 [%d1], %r1;");
    assert_string_equal(first_error(&text)->hint, "textures and surfaces are not supported");
    ptx_text_done(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mistakes_in_a_body),
        cmocka_unit_test(test_mistakes_in_a_module),
        cmocka_unit_test(test_all_mistakes_are_told_in_one_pass),
        cmocka_unit_test(test_hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
