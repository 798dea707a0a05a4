/* Tests the conditions and indices that rarely mean what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/source_guard.h"

static struct source file(const char *text)
{
    return (struct source){.name = "k.cu", .text = text, .size_bytes = strlen(text)};
}

static void an_assignment_in_a_condition_is_found(void **state)
{
    (void)state;
    struct source found[] = {file("int i;\nif (i = n) c[i] = 1;"), file("while ( done=1 ) ;"),
                             file("if (i == n) return;\n\nif (i=n) return;")};
    static const int lines[] = {2, 1, 3};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        assert_int_equal(source_guard_assignment(&found[i]), lines[i]);
}

static void comparisons_and_declarations_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {"",
                                       "if (i == n) c[i] = 1;",
                                       "if (i <= n) c[i] = 1;",
                                       "if (int k = f(i)) c[i] = k;",
                                       "// if (i = n)\n",
                                       "for (i = 0; i < n; i++) ;",
                                       "if ((x[i] = y) > 0) c[i] = 1;",
                                       "if (i = n",
                                       "if"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_guard_assignment(&source), 0);
    }
}

static void a_loop_below_zero_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char *const found[] = {"\nfor (unsigned i = n - 1; i >= 0; i--)", "\nfor (size_t i=n;i>=0;i--)",
                                        "\nfor (unsigned int i = 3; i >= 0 ; --i)"};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct source source = file(found[i]);
        struct source_guard_loop loop = source_guard_endless_loop(&source, arena);
        assert_int_equal(loop.line, 2);
        assert_string_equal(loop.variable, "i");
    }
    struct source halves = file("for (int half = 128; half >= 0; half /= 2)");
    assert_int_equal(source_guard_endless_loop(&halves, arena).line, 1);
    assert_true(source_guard_endless_loop(&halves, arena).is_halved);
    static const char *const none[] = {"for (int half = 128; half > 0; half /= 2)",
                                       "for (int i = n - 1; i >= 0; i--)",
                                       "for (unsigned i = n; i > 0; i--)",
                                       "for (unsigned i = n; i >= 01; i--)",
                                       "for (unsigned i = n; i + 1 >= 0; i--)",
                                       "for (unsigned i",
                                       "for (unsigned;;)"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_guard_endless_loop(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_guard_of_two_conditions_is_found(void **state)
{
    (void)state;
    struct source stops = file("if (row >= m && col >= n)\n    return;");
    struct source lets = file("\nif (row < m || col < n) {\n c[0] = 1;\n}");
    assert_int_equal(source_guard_joined(&stops).line, 1);
    assert_string_equal(source_guard_joined(&stops).right, "||");
    assert_int_equal(source_guard_joined(&lets).line, 2);
    assert_string_equal(source_guard_joined(&lets).right, "&&");
    static const char *const none[] = {"if (row >= m || col >= n) return;", "if (row < m && col < n) c[0] = 1;",
                                       "if (x < 1 || y < 1) return;",       "if (a >= 0 && b >= 0) c[0] = 1;",
                                       "if (x << 1 || y < 1) c[0] = 1;",    "if (x > 0 && y > 0) return;"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_guard_joined(&source).line, 0);
    }
}

static void a_wrong_bound_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char *const lengths[] = {"n", "k"};
    static const struct {
        const char *text, *right;
        bool is_reversed;
    } found[] = {
        {"if (i >= n)\nc[i] = 1;", "i < n", true},
        {"if (i > n) {\nc[i] = 1;\n}", "i < n", true},
        {"if (i < n) return;\nc[i] = 1;", "i >= n", true},
        {"if (i > n) return;\nc[i] = 1;", "i >= n", false},
        {"if (row >= m || i > n) return;\nc[i] = 1;", "i >= n", false},
        {"for (int i = 0; i <= k; i++)\nsum += c[i];", "i < k", false},
        {"if (row < m && i <= n)\nc[i] = 1;", "i < n", false},
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct source source = file(found[i].text);
        struct source_guard_bound bound = source_guard_bound(&source, 2, lengths, 2, arena);
        assert_int_equal(bound.line, 1);
        assert_string_equal(bound.right, found[i].right);
        assert_int_equal(bound.is_reversed, found[i].is_reversed);
    }
    static const char *const none[] = {
        "",
        "if (i < n)\nc[i] = 1;",
        "if (i >= n) return;\nc[i] = 1;",
        "if (i >= 1)\nc[i] = 1;",
        "if (i >= n) x = 1;\nc[i] = 1;",
        "for (int i = 1; i <= k; i++)\nsum += c[i - 1];",
        "for (int i = k; i >= n; i--)\nsum += c[i];",
        "if (i >= n && row < m)\nc[i] = 1;",
        "if (i >= n",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_guard_bound(&source, 2, lengths, 2, arena).line, 0);
    }
    arena_free(arena);
}

static void the_bound_of_a_variable_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const struct {
        const char *text, *bound;
        int line;
    } cases[] = {{"if (r >= h || i >= w) return;\ny[i] = 1;", "w", 1},
                 {"for (int i = t; i < cols; i += 32)\nsum += a[i];", "cols", 1},
                 {"if (i < n && r < h) {\na[i] = 1;\n}", "n", 1},
                 {"if (i < n) if (i < m)\na[i] = 1;", "m", 1},
                 {"\ny[i] = i < n ? a[i] : 0;", "n", 2},
                 {"if (i >= h * w) return;\na[i] = 1;", "h * w", 1},
                 {"if (i < h * )\na[i] = 1;", NULL, 0},
                 {"if (ii < n)\na[i] = 1;", NULL, 0},
                 {"if (i <= n)\na[i] = 1;", NULL, 0},
                 {"if (i < n + 1)\na[i] = 1;", NULL, 0},
                 {"if (i < n) a[i] = 1;\na[i] = 2;", NULL, 0},
                 {"if (i < n", NULL, 0},
                 {"", NULL, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = file(cases[i].text);
        struct source_guard_reach reach = source_guard_reach(&source, 2, "i", arena);
        assert_int_equal(reach.line, cases[i].line);
        if (cases[i].bound)
            assert_string_equal(reach.bound, cases[i].bound);
    }
    arena_free(arena);
}

static void the_variable_below_a_bound_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *variable;
    } cases[] = {
        {"if (threadIdx.x < n)\na[i] = 1;", "threadIdx.x"},
        {"if (j >= n) return;\na[i] = 1;", "j"},
        {"if (r < h && j < n)\na[i] = 1;", "j"},
        {"if (j + 1 < n)\na[i] = 1;", NULL},
        {"if (j < n / 4)\na[i] = 1;", NULL},
        {"if (j < n) { }\na[i] = 1;", NULL},
        {"if (j > n)\na[i] = 1;", NULL},
        {"if (j <= n)\na[i] = 1;", NULL},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = file(cases[i].text);
        struct source_guard_kept kept = source_guard_kept(&source, 2, "n", arena);
        assert_int_equal(kept.line, cases[i].variable ? 1 : 0);
        if (cases[i].variable)
            assert_string_equal(kept.variable, cases[i].variable);
    }
    arena_free(arena);
}

static void the_only_condition_of_a_line_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *condition;
        bool leaves;
    } cases[] = {
        {"for (; i + 7 < n; i++)\na[i] = 1;", "i + 7 < n", false},
        {"if (i >= n) return;\na[i] = 1;", "i >= n", true},
        {"if (i < n) for (int k = 0; k < 8; k++)\na[i] = 1;", "i < n", false},
        {"if (i < n) if (k < m)\na[i] = 1;", NULL, false},
        {"while (i < n) if (k < m)\na[i] = 1;", NULL, false},
        {"for (;;)\na[i] = 1;", NULL, false},
        {"a[0] = 0;\na[i] = 1;", NULL, false},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = file(cases[i].text);
        struct source_guard_only only = source_guard_only(&source, 2, arena);
        assert_int_equal(only.line, cases[i].condition ? 1 : 0);
        assert_int_equal(only.leaves, cases[i].leaves);
        if (cases[i].condition)
            assert_string_equal(only.condition, cases[i].condition);
    }
    arena_free(arena);
}

static void a_closed_bound_is_found(void **state)
{
    (void)state;
    static const char *const closed[] = {"if (i <= n) c[i] = 1;", "if (i > n) return;", "if(i>n)return;",
                                         "while(i<=n)i++;"};
    static const char *const open[] = {"",
                                       "if (i < n) c[i] = 1;",
                                       "if (i >= n) return;",
                                       "if(i>=n)return;",
                                       "// 0 <= i > n\nc[i] = p->n >> 1;",
                                       "/* k<<<1, 1>>> */"};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        struct source source = file(closed[i]);
        assert_true(source_guard_has_closed(&source));
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        struct source source = file(open[i]);
        assert_false(source_guard_has_closed(&source));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assignment_in_a_condition_is_found),
        cmocka_unit_test(comparisons_and_declarations_are_left_alone),
        cmocka_unit_test(a_loop_below_zero_is_found),
        cmocka_unit_test(a_guard_of_two_conditions_is_found),
        cmocka_unit_test(a_wrong_bound_is_found),
        cmocka_unit_test(the_bound_of_a_variable_is_found),
        cmocka_unit_test(the_variable_below_a_bound_is_found),
        cmocka_unit_test(the_only_condition_of_a_line_is_found),
        cmocka_unit_test(a_closed_bound_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
