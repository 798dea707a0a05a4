/* Tests the search for the cause of a wrong kernel in its source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/buffer.h"
#include "grader/cause/cause.h"

/* The line of the cause in a kernel that assigns in a condition; 0: none. */
static int cause_line(size_t comment_bytes)
{
    struct arena *arena = arena_new();
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append_text(&text, "__global__ void k(float *c, int n)\n{\n    int i = threadIdx.x;\n"
                              "    if (i = 0)\n        c[i] = n;\n}\n//");
    for (size_t i = 0; i < comment_bytes; i++)
        buffer_append_text(&text, "-");
    struct source source = {.name = "kernel.cu", .text = buffer_text(&text), .size_bytes = text.size_bytes};
    struct verdict verdict = {.arena = arena, .source = &source, .diagnostics = diagnostics_new(arena)};
    int line = cause_find(&verdict, &(struct cause_evidence){0}).line;
    arena_free(arena);
    return line;
}

static void no_cause_is_sought_in_a_very_long_source(void **state)
{
    (void)state;
    assert_int_equal(cause_line(0), 4);
    assert_int_equal(cause_line(60000), 4);
    assert_int_equal(cause_line(70000), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_cause_is_sought_in_a_very_long_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
