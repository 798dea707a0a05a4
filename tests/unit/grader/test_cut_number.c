/* Tests the search for conversions to whole numbers in PTX. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/cut_number.h"

static int line_of(const char *ptx)
{
    static const char text[] = "\n\nfloat half(float x) { return x / 2; }\n\n\n\n\n\nint k = x;\ny = powf(x, z);\n"
                               "y = (int)half(x) / z;\n";
    const struct source source = {.name = "k.cu", .text = text, .size_bytes = strlen(text)};
    return cut_number_line(&source, ptx, strlen(ptx));
}

static void a_conversion_has_its_line(void **state)
{
    (void)state;
    assert_int_equal(line_of("\t.loc\t1 7 5\n\tld.global.f32 %f1, [%rd1];\n\t.loc\t1 9 5\n"
                             "\tcvt.rzi.s32.f32 %r1, %f1;\n"),
                     9);
    assert_int_equal(line_of("\t.loc\t1 7 5\n\t.loc\t1 11 5\n\tcvt.rzi.s32.f32 %r1, %f1;\n"), 11);
}

static void other_conversions_are_left_alone(void **state)
{
    (void)state;
    assert_int_equal(line_of(""), 0);
    assert_int_equal(line_of("\t.loc\t1 7 5\n\tcvt.rzi.f32.f32 %f2, %f1;\n\tcvt.rn.f32.s32 %f2, %r1;\n"), 0);
    assert_int_equal(line_of("\t.loc\t1 7 5\n\t.loc\t2 300 5\n\tcvt.rzi.s32.f32 %r1, %f1;\n"), 0); /* of a header */
    assert_int_equal(line_of("\tcvt.rzi.s32.f32 %r1, %f1;"), 0);
    assert_int_equal(line_of("\t.loc\t1 10 5\n\tcvt.rzi.s32.f32 %r1, %f1;\n"), 0); /* within powf() */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversion_has_its_line),
        cmocka_unit_test(other_conversions_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
