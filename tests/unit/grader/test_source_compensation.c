/* Tests the wrong sign of a compensated sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source/source_compensation.h"

static struct source_compensation find(const char *text, struct arena *arena)
{
    struct source source = {.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
    return source_compensation(&source, arena);
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
        struct source_compensation found = find(rows[i].text, arena);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_sign_is_found),
        cmocka_unit_test(right_sums_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
