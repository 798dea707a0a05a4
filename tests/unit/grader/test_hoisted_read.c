/* Tests the lines of reads that the compiler moved in front of a condition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/grade/hoisted_read.h"

static int line_after(const char *text, int line, enum vgpu_access access)
{
    struct source source = {.name = "k.cu", .text = text, .size_bytes = strlen(text)};
    struct vgpu_finding finding = {.line = line, .access = access, .buffer = "sb"};
    struct observation *observation = observation_new();
    observation->findings = &finding;
    observation->finding_count = 1;
    hoisted_read_move(observation, &source);
    observation->findings = NULL;
    observation->finding_count = 0;
    observation_free(observation);
    return finding.line;
}

static void a_read_before_its_condition_is_moved(void **state)
{
    (void)state;
    static const char text[] = "sb[t] = 1;\n    if (col < w)\n        for (int r = 0; r < h; r++)\n"
                               "            y[r] = x[r] + sb[t];\n";
    assert_int_equal(line_after(text, 2, VGPU_ACCESS_READ), 4);
    assert_int_equal(line_after(text, 3, VGPU_ACCESS_READ), 4);
    assert_int_equal(line_after(text, 2, VGPU_ACCESS_WRITE), 2);
    assert_int_equal(line_after(text, 1, VGPU_ACCESS_READ), 1);
}

/* The condition may read the buffer itself, and another function is not searched. */
static void other_reads_stay(void **state)
{
    (void)state;
    assert_int_equal(line_after("if (*p < w)\n    a = sb[t];\n", 1, VGPU_ACCESS_READ), 1);
    assert_int_equal(line_after("    if (p[0] < w)\n        a = sb[t];\n", 1, VGPU_ACCESS_READ), 1);
    assert_int_equal(line_after("    if (a < w)\n        a = 1;\n}\nsb[0] = 1;\n", 1, VGPU_ACCESS_READ), 1);
    assert_int_equal(line_after("", 1, VGPU_ACCESS_READ), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_before_its_condition_is_moved),
        cmocka_unit_test(other_reads_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
