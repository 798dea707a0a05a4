/* Tests submissions: plans, kernel names, hostile bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "exercise_scene.h"
#include "grader/prepare/submission.h"

static const char *const good =
    "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n}\n";

struct outcome {
    bool accepted;
    char message[512], hint[512];
    int line;
};

static struct outcome check_beside(const char *starter_text, const char *text, size_t size_bytes)
{
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct source source = {"vector_add.cu", text, size_bytes};
    struct source starter = {"vector_add.cu", starter_text, strlen(starter_text)};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = NULL;
    struct outcome outcome = {.accepted = submission_check(exercise, &source, &starter, arena, diagnostics, &plan)};
    assert_true(outcome.accepted == (plan != NULL));
    assert_true(outcome.accepted == (diagnostics_error_count(diagnostics) == 0));
    if (!outcome.accepted) {
        const struct diagnostic *first = diagnostics_at(diagnostics, 0);
        snprintf(outcome.message, sizeof outcome.message, "%s", first->message);
        snprintf(outcome.hint, sizeof outcome.hint, "%s", first->hint ? first->hint : "");
        outcome.line = first->location.line;
    }
    arena_free(arena);
    return outcome;
}

static struct outcome check_bytes(const char *text, size_t size_bytes)
{
    return check_beside(good, text, size_bytes);
}

static struct outcome check(const char *text)
{
    return check_bytes(text, strlen(text));
}

static void a_good_file_passes(void **state)
{
    (void)state;
    assert_true(check(good).accepted);
}

static void a_lost_plan_is_quoted_from_the_starter(void **state)
{
    (void)state;
    struct outcome outcome = check(strchr(good, '\n') + 1);
    assert_false(outcome.accepted);
    assert_string_equal(outcome.message, "the line `//! launch ...` is missing: it says how to launch the kernel");
    assert_non_null(strstr(outcome.hint, "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256"));
    outcome = check("//! scratch t f32[n] poison\n__global__ void vector_add() {}\n");
    assert_false(outcome.accepted);
    assert_non_null(strstr(outcome.message, "is missing"));
}

static void copies_between_devices_need_no_kernel(void **state)
{
    (void)state;
    assert_true(check("//! copy peer(c, (rank + 1) % ranks) a\n").accepted);
    assert_false(check("//! copy c a\n").accepted);
}

/* Such as `ring_gather_parts`, whose starter copies one part of four. */
static void a_starter_without_a_launch_asks_for_none(void **state)
{
    (void)state;
    const char *copies = "// write the plan, without a launch line\n//! copy c a\n";
    assert_true(check_beside(copies, copies, strlen(copies)).accepted);
}

static void a_missing_kernel_is_named(void **state)
{
    (void)state;
    struct outcome outcome = check("//! launch vector_add(a, b, c, n) grid=1 block=256\n"
                                   "// vector_add was here\n"
                                   "extern \"C\" __global__ void vector_sum(const float *a) {}\n");
    assert_false(outcome.accepted);
    assert_string_equal(outcome.message, "this line launches 'vector_add', but the file has no kernel of that name");
    assert_int_equal(outcome.line, 1);
    outcome = check("//! launch vector_add(a, b, c, n) grid=1 block=256\nvoid vector_add() {}\n");
    assert_string_equal(outcome.message, "the file has no kernel");
}

static void bytes_are_checked(void **state)
{
    (void)state;
    static char large[SUBMISSION_BYTES_MAX + 2];
    memset(large, ' ', sizeof large - 1);
    assert_non_null(strstr(check(large).message, "larger than 256 KiB"));
    assert_string_equal(check("").message, "the file is empty");
    assert_string_equal(check("").hint, "press x in the shell, or run `warpschool reset`, to put the starter back");
    char damaged[600];
    size_t length = strlen(good);
    memcpy(damaged, good, length);
    damaged[length - 2] = 0;
    struct outcome outcome = check_bytes(damaged, length);
    assert_non_null(strstr(outcome.message, "zero byte"));
    assert_true(outcome.line > 1);
    assert_string_equal(check_bytes("\xff\xfe/\0/\0", 6).message, "the file is UTF-16, which no compiler reads");
    assert_string_equal(check_bytes("\0", 1).message,
                        "the file holds a zero byte: it is no source text, or was damaged");
}

static void plan_mistakes_have_lines(void **state)
{
    (void)state;
    struct outcome outcome = check("\n\n//! launch vector_add(a, x, c, n) grid=1 block=256\n"
                                   "__global__ void vector_add() {}\n");
    assert_false(outcome.accepted);
    assert_int_equal(outcome.line, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_file_passes),
        cmocka_unit_test(a_lost_plan_is_quoted_from_the_starter),
        cmocka_unit_test(copies_between_devices_need_no_kernel),
        cmocka_unit_test(a_starter_without_a_launch_asks_for_none),
        cmocka_unit_test(a_missing_kernel_is_named),
        cmocka_unit_test(bytes_are_checked),
        cmocka_unit_test(plan_mistakes_have_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
