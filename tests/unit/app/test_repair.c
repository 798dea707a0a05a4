/* A kernel to repair is put in place of the learner's, without the words that name its fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/repair.h"
#include "app/workspace.h"
#include "temporary_app.h"

static struct temporary_app own;

static int set_up(void **state)
{
    (void)state;
    return temporary_app_open(&own);
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&own);
}

static void a_diff_gives_a_whole_kernel(void **state)
{
    const struct exercise *exercise = curriculum_find_exercise(own.app->curriculum, "half2_axpy");
    struct repair repair = {
        .exercise = exercise,
        .path = WARPSCHOOL_SOURCE_DIR "/tests/curriculum/wrong/half2_axpy/low_half_twice.diff",
    };
    struct error error = {0};
    struct source source;
    (void)state;
    assert_non_null(exercise);
    if (!repair_begin(own.app, &repair, &error) ||
        !workspace_read(workspace_path(own.app, exercise, own.arena), "half2_axpy.cu", own.arena, &source, &error))
        fail_msg("%s", error.message);
    assert_non_null(strstr(source.text, "// half2_axpy: this kernel has one fault. Find it.\n//\n//! launch"));
    assert_non_null(strstr(source.text, "__low2half2(x2[i])"));
    assert_non_null(strstr(source.text, "extern \"C\" __global__ void half2_axpy("));
    assert_null(strstr(source.text, "//?"));
    assert_null(strstr(source.text, "@@"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diff_gives_a_whole_kernel),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
