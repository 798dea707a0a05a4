/* A kernel to repair is put in place of the learner's, without the words that name its fault. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

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

/* A course whose exercises are the shipped ones, with `count` wrong kernels of vector_add. */
static const char *course_with_kernels(int count, struct error *error)
{
    static const char *const shared[] = {"lessons", "kernels", "exercises", "solutions"};
    const char *root = path_join(own.arena, own.folder, "course");
    const char *folder = path_join(own.arena, root, "tests/curriculum/wrong/vector_add");
    assert_true(file_make_folders(folder, error));
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        assert_int_equal(
            0, symlink(path_join(own.arena, WARPSCHOOL_SOURCE_DIR, shared[i]), path_join(own.arena, root, shared[i])));
    for (int i = 0; i < count; i++)
        assert_true(
            file_write_atomic(arena_printf(own.arena, "%s/%03d.cu", folder, i), "//? status: wrong\n", 18, error));
    return root;
}

static void an_exercise_can_have_many_kernels(void **state)
{
    struct error error = {0};
    struct app_options options = {.root = course_with_kernels(100, &error), .no_store = true};
    struct attempt passed = {.exercise = "vector_add", .status = "pass", .seed = 1, .source = "kernel"};
    struct app *app;
    struct repair repair;
    int64_t id;
    (void)state;
    assert_true(app_open(&options, &app, &error));
    bool is_chosen =
        store_add_attempt(app->store, &passed, &id, &error) && repair_choose(app, 99, own.arena, &repair, &error);
    if (!is_chosen || !repair.path)
        fail_msg("no kernel: %s", error.message);
    assert_string_equal(path_leaf(repair.path), "099.cu");
    app_close(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diff_gives_a_whole_kernel),
        cmocka_unit_test(an_exercise_can_have_many_kernels),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
