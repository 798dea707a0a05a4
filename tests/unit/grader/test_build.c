/* Tests what an exercise's build leaves for its jobs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/prepare/build.h"

/* Points to built text in memory that another build may overwrite. */
struct built_text {
    char name[16], text[128], ptx[16], cubin[4], lowered[16];
};

static const struct built_text first = {
    "sum.cu", "//! launch sum<32>() grid=1 block=1\ntemplate <int n> __global__ void sum() {}\n", ".version 8.0", "ELF",
    "_Z3sumILi32EE"};

static struct plan *parse(struct arena *arena, const struct source *source)
{
    struct plan *plan = plan_parse(arena, source, diagnostics_new(arena));
    assert_non_null(plan);
    return plan;
}

/* A job holds the programs of several builds. The cache may drop one of them for the next build. */
static void a_program_outlives_its_build(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct arena *of_plan CLEANUP(arena_free) = arena_new();
    struct built_text text = first;
    const char *lowered[] = {text.lowered, NULL};
    struct source source = {.name = text.name, .text = text.text, .size_bytes = strlen(text.text)};
    struct compile_result result = {.ok = true,
                                    .ptx = text.ptx,
                                    .ptx_bytes = strlen(text.ptx),
                                    .cubin = text.cubin,
                                    .cubin_bytes = sizeof text.cubin,
                                    .lowered_names = lowered};
    struct job_program program = build_program(JOB_REFERENCE, &source, parse(of_plan, &source), &result, arena);
    memset(&text, 'x', sizeof text - 1);
    lowered[0] = NULL;
    assert_string_equal(program.source.name, first.name);
    assert_int_equal(program.source.size_bytes, strlen(first.text));
    assert_string_equal(program.source.text, first.text);
    assert_string_equal(program.ptx, first.ptx);
    assert_memory_equal(program.cubin, first.cubin, sizeof first.cubin);
    assert_int_equal(program.lowered_name_count, 1);
    assert_string_equal(program.lowered_names[0], first.lowered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_outlives_its_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
