/* Tests the removal of one barrier from a source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/source_barrier.h"

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static const char *without(const char *text, struct arena *arena)
{
    struct source source = file(text), out;
    return source_barrier_delete(&source, arena, &out) ? out.text : NULL;
}

static void a_barrier_becomes_nothing_and_lines_stay(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("a;\nif (x) __syncthreads();\nb;\n");
    assert_int_equal(source_barrier_line(&source), 2);
    assert_string_equal(without(source.text, arena), "a;\nif (x) (void)0        ;\nb;\n");
    assert_string_equal(without("__syncthreads ( );", arena), "(void)0          ;");
    arena_free(arena);
}

static void what_only_looks_like_one_is_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {
        "",
        "x = 1;",
        "// __syncthreads();\n",
        "/* __syncthreads(); */",
        "/* __syncthreads();",
        "printf(\"__syncthreads()\");",
        "printf(\"\\\"__syncthreads()",
        "c = '\\'';\n// __syncthreads()",
        "my__syncthreads();",
        "n = __syncthreads_count(x);",
        "__syncthreads",
        "__syncthreads(",
        "\"",
        "\"\\",
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_barrier_line(&source), 0);
        assert_null(without(none[i], arena));
    }
    arena_free(arena);
}

/* The source alone decides which barrier is chosen. */
static void one_of_several_is_chosen(void **state)
{
    (void)state;
    static const char two[] = "__syncthreads();\n// __syncthreads();\n__syncthreads();\n";
    struct arena *arena = arena_new();
    struct source source = file(two);
    int line = source_barrier_line(&source);
    assert_true(line == 1 || line == 3);
    assert_int_equal(source_barrier_line(&source), line);
    const char *text = without(two, arena);
    assert_int_equal(strncmp(text, "(void)0", 7) == 0, line == 1);
    assert_int_equal(strlen(text), strlen(two));
    struct source again = file(text);
    assert_int_equal(source_barrier_line(&again), 4 - line);
    arena_free(arena);
}

static void a_barrier_between_lines_is_found(void **state)
{
    (void)state;
    struct source source = file("a;\n__syncthreads();\nb; // __syncthreads()\nc;\n");
    assert_true(source_barrier_between(&source, 1, 3));
    assert_false(source_barrier_between(&source, 2, 4));
    assert_false(source_barrier_between(&source, 1, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_becomes_nothing_and_lines_stay),
        cmocka_unit_test(what_only_looks_like_one_is_left_alone),
        cmocka_unit_test(one_of_several_is_chosen),
        cmocka_unit_test(a_barrier_between_lines_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
