/* A kernel to repair is put in place of the learner's, without the words that name its fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "app/repair.h"
#include "app/workspace.h"
#include "base/file.h"

static struct app *app;
static struct arena *arena;
static const char *folder;

static int set_up(void **state)
{
    arena = arena_new();
    if (!file_make_temporary_folder(arena, NULL, &folder, NULL))
        return -1;
    setenv("WARPSCHOOL_STATE", folder, 1);
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .no_store = true};
    struct error error = {0};
    (void)state;
    return app_open(&options, &app, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    app_close(app);
    file_remove_tree(folder, NULL);
    arena_free(arena);
    return 0;
}

static void a_diff_gives_a_whole_kernel(void **state)
{
    const struct exercise *exercise = curriculum_find_exercise(app->curriculum, "half2_axpy");
    struct repair repair = {
        .exercise = exercise,
        .path = WARPSCHOOL_SOURCE_DIR "/tests/curriculum/wrong/half2_axpy/low_half_twice.diff",
    };
    struct error error = {0};
    struct source source;
    (void)state;
    assert_non_null(exercise);
    if (!repair_begin(app, &repair, &error) ||
        !workspace_read(workspace_path(app, exercise, arena), "half2_axpy.cu", arena, &source, &error))
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
