/* Tests the wrong updates of a running sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source/source_running.h"

static struct source_running_lost find(const char *text, struct arena *arena)
{
    struct source source = {.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
    return source_running_lost(&source, arena);
}

static void a_wrong_sign_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *lost;
        bool must_add;
    } rows[] = {
        {"float y = x[i] + lost;\nfloat t = sum + y;\nlost = (t - sum) - y;\nsum = t;\n", 1, "lost", false},
        {"// c = (t - s) - y\n\ny = c + x[i];\nt = y + s;\nc = (t-s)-y;\n", 3, "c", false},
        {"float y = f(x[i], 2) - c, t = sum + y;\nc = y - (t - sum);\n", 1, "c", true},
        {"y = x[i] - c;\nt = sum + y;\nc = (sum - t) + y;\n", 1, "c", true},
        {"y = x[i] - c;\nt = sum + y;\nc = y + (sum - t);\n", 1, "c", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source_running_lost found = find(rows[i].text, arena);
        assert_int_equal(found.line, rows[i].line);
        assert_string_equal(found.lost, rows[i].lost);
        assert_int_equal(found.must_add, rows[i].must_add);
    }
}

static void right_sums_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {
        "",
        "y = x[i] - lost; t = sum + y; lost = (t - sum) - y;",
        "y = x[i] + lost; t = sum + y; lost = y - (t - sum);",
        "y = x[i] + lost; t = sum + y; lost = (sum - t) + y;",
        "y = x[i] + lost; t = sum * y; lost = (t - sum) - y;",
        "y = x[i] + lost; t = sum + y; lost = (t - sum) + y;",
        "y = x[i] + lost; t = sum + y; lost = (t - sum) - y * 2;",
        "y = x[i] + other; t = sum + y; lost = (t - sum) - y;",
        "if (a == (b - c) - d) y = x[i",
        "lost = ",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        assert_int_equal(find(none[i], arena).line, 0);
    }
}

static struct source_running_stale find_stale(const char *text, struct arena *arena)
{
    struct source source = {.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
    return source_running_stale(&source, arena);
}

static void a_difference_of_equals_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, set_line;
        const char *difference, *variable;
    } rows[] = {
        {"if (v > m) {\n m = v;\n s = s * expf(m - v) + 1.0f;\n}", 3, 2, "m - v", "m"},
        {"{ m = x[i];\n n++;\n s *= __expf(x[i]-m);\n}", 3, 1, "x[i]-m", "m"},
        {"float m = v;\nm = fmaxf(m, w); // both\ns = expf(m - m) * s;", 3, 2, "m - m", "m"},
        {"float t = fmaxf(m, o);\nm = t;\ns = s * expf(m - t) + q * expf(o - t);", 3, 2, "m - t", "m"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct source_running_stale found = find_stale(rows[i].text, arena);
        assert_int_equal(found.line, rows[i].line);
        assert_int_equal(found.set_line, rows[i].set_line);
        assert_string_equal(found.difference, rows[i].difference);
        assert_string_equal(found.variable, rows[i].variable);
    }
}

static void other_differences_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {
        "",
        "{ s = s * expf(m - v) + 1.0f; m = v; }",
        "{ s *= expf(m - v); m = v; s += expf(v - m); }",
        "if (v > m) m = v; s = s * expf(m - v);",
        "{ m = v; v = x[i]; s = s * expf(m - v); }",
        "{ m = v; } s = s * expf(m - v);",
        "{ m = v; s = s * expf(m - w); }",
        "{ m = v; s = s * expf(m - v - w); }",
        "{ s = s * expf(m - m); }",
        "s = s * expf(",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        assert_int_equal(find(none[i], arena).line, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_sign_is_found),
        cmocka_unit_test(right_sums_are_left_alone),
        cmocka_unit_test(a_difference_of_equals_is_found),
        cmocka_unit_test(other_differences_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
