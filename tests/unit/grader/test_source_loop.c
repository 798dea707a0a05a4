/* Tests which loop counts as the one that never ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source/source_loop.h"

enum { LINES = 16 };

static void finds(const char *text, const uint64_t counts[LINES], int busiest, const struct source_loop *expected)
{
    struct source source = {.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
    struct line_runs runs = {counts, LINES};
    struct arena *arena = arena_new();
    struct source_loop found = source_loop_endless(&source, &runs, busiest, arena);
    assert_int_equal(found.line, expected->line);
    assert_int_equal(!found.variable, !expected->variable);
    assert_int_equal(!found.step, !expected->step);
    if (expected->variable)
        assert_string_equal(found.variable, expected->variable);
    if (expected->step)
        assert_string_equal(found.step, expected->step);
    arena_free(arena);
}

static void the_loop_around_the_busiest_one_is_found(void **state)
{
    (void)state;
    static const char text[] = "void f(int k)\n{\n"
                               "    for (int i = 0; i < k; i++) {\n" /* 3 */
                               "        do {\n"
                               "            x += i; // for (;;)\n"
                               "            for (int j = 0; j < 9; j++)\n" /* 6 */
                               "                y += x;\n"
                               "        } while (first < k);\n"
                               "    }\n}\n";
    finds(text, (uint64_t[LINES]){0, 2, 2, 4, 1000, 1000, 9000, 9000, 1000}, 7, &(struct source_loop){.line = 4});
    finds(text, (uint64_t[LINES]){0, 2, 2, 4000, 4000, 4000, 36000, 36000, 4000}, 7, &(struct source_loop){.line = 3});
    finds("int x;\n", (uint64_t[LINES]){0, 5}, 1, &(struct source_loop){0});
}

static void calls_lead_to_the_loop(void **state)
{
    (void)state;
    static const char text[] = "float g(float x)\n{\n    return x * x;\n}\n"
                               "void f(float *x, int n)\n{\n"
                               "    for (int i = threadIdx.x; i < n; i += blockIdx.x)\n" /* 7 */
                               "        x[i] = g(x[i]);\n"
                               "    while (n < 9)\n" /* 9 */
                               "        x[0] = g(1);\n}\n";
    finds(text, (uint64_t[LINES]){[3] = 900, [5] = 3, [7] = 500, [8] = 500}, 3,
          &(struct source_loop){7, "i", "blockIdx.x"});
    finds(text, (uint64_t[LINES]){[3] = 900, [5] = 3, [7] = 5, [8] = 5, [9] = 500, [10] = 500}, 3,
          &(struct source_loop){9, "n", NULL});
}

static void a_variable_that_changes_is_not_blamed(void **state)
{
    (void)state;
    static const char *const loops[] = {"while (n < 9) n--;", "while (n < 9) f(&n);", "while (flag[0] == n) ;",
                                        "while (a < n) n /= 2;", "for (;;) ;"};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        char text[80] = "void f(int n)\n{\n";
        strcat(strcat(text, loops[i]), "\n}\n");
        finds(text, (uint64_t[LINES]){[3] = 900}, 3, &(struct source_loop){.line = 3});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_loop_around_the_busiest_one_is_found),
                                       cmocka_unit_test(calls_lead_to_the_loop),
                                       cmocka_unit_test(a_variable_that_changes_is_not_blamed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
