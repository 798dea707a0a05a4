/* Tests the loops that go past the end of an array. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/source_overrun.h"

static struct source_overrun find(struct arena *arena, const char *text)
{
    struct source source = {.name = "k.cu", .text = text, .size_bytes = strlen(text)};
    return source_overrun_find(&source, arena);
}

static void a_step_past_the_end_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source_overrun found = find(arena, "float sum[8];\nfor (int r = 0; r <= 8; r++)\n    sum[r] = 0;");
    assert_int_equal(found.line, 2);
    assert_string_equal(found.array, "sum");
    assert_string_equal(found.bound, "8");
    assert_string_equal(found.variable, "r");
    static const char *const others[] = {
        "float sum[4][8] = {};\nfor (q = 0; q <= 8; ++q) { sum[r][q] += a; }",
        "float a[2], b[R];\nfor (int i = 0; i <= R; i++) { x += a[0] * b[ i ]; }",
        "float of[8];\nfor (int r = 0; r <= 8; r++)\n for (int q = 0; q < 8; q++)\n  s[r][q] += of[r] * w[q];",
        "float a[K] = {0}, s[K];\nfor (int k = 0; k <= K; k++) s[k] = c < cols ? g[c] : 0;",
        "const float *rows[4];\nfor (int r = 0; r <= 4; r++) rows[r] = x;",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(find(arena, others[i]).line, 2);
    arena_free(arena);
}

static void other_loops_are_left_alone(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char *const none[] = {
        "",
        "for",
        "for (",
        "for (int r = 0; r <= 8; r++)",
        "float sum[8]; for (int r = 0; r < 8; r++) sum[r] = 0;",
        "float sum[9]; for (int r = 0; r <= 8; r++) sum[r] = 0;",
        "float sum[8]; for (int r = 1; r <= 8; r++) sum[r - 1] = 0;",
        "float sum[8]; for (int r = 0; r <= 8; r++) if (r < 8) sum[r] = 0;",
        "float sum[8]; for (int r = 0; r <= 8; r++) x += r < 8 ? sum[r] : 0;",
        "float sum[8]; for (int r = 0; r <= n; r++) sum[r] = 0;",
        "float sum[8][4]; for (int q = 0; q <= 8; q++) sum[0][q] = 0;",
        "f(a, sum[8]); for (int r = 0; r <= 8; r++) sum[r] = 0;",
        "float sum[8]; for (int r = 0; r <= 8; r++) { if (r == 8) break; sum[r] = 0; }",
        "// float sum[8]; for (int r = 0; r <= 8; r++) sum[r] = 0;",
        "x = sum[8]; for (int r = 0; r <= 8; r++) sum[r] = 0;",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(find(arena, none[i]).line, 0);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_past_the_end_is_found),
        cmocka_unit_test(other_loops_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
