/* Tests the editors' configuration: written, updated, and kept once the learner changed it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/workspace/editor_files.h"
#include "base/file.h"

struct fixture {
    struct arena *arena;
    const char *folder;
    struct app app;
};

static int set_up(void **state)
{
    struct arena *arena = arena_new();
    struct fixture *fixture = ARENA_NEW(arena, struct fixture);
    fixture->arena = arena;
    if (!file_make_temporary_folder(arena, NULL, &fixture->folder, NULL))
        return -1;
    fixture->app.arena = arena;
    fixture->app.options.toolkit = path_join(arena, fixture->folder, "no-toolkit");
    fixture->app.folders.work = path_join(arena, fixture->folder, "it's work");
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    bool good = file_remove_tree(fixture->folder, NULL);
    arena_free(fixture->arena);
    return good ? 0 : -1;
}

static const char *path_of(const struct fixture *fixture, const char *name)
{
    return path_join(fixture->arena, fixture->app.folders.work, name);
}

static const char *read_text(const struct fixture *fixture, const char *name)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assert_true(file_read(path_of(fixture, name), 1 << 18, &text, NULL));
    return arena_strdup(fixture->arena, buffer_text(&text));
}

static void write_text(const struct fixture *fixture, const char *name, const char *text)
{
    assert_true(file_write_atomic(path_of(fixture, name), text, strlen(text), NULL));
}

static void test_names_the_header_quoted(void **state)
{
    struct fixture *fixture = *state;
    assert_true(editor_files_write(&fixture->app, NULL));
    const char *text = read_text(fixture, ".clangd");
    assert_non_null(strstr(text, "- '--cuda-device-only'\n"));
    assert_non_null(strstr(text, "it''s work/.clangd-cuda/warpschool_cuda.h'\n"));
    assert_non_null(strstr(read_text(fixture, ".clangd-cuda/warpschool_cuda.h"), "threadIdx"));
    assert_non_null(strstr(read_text(fixture, ".clangd-cuda/cuda/atomic"), "atomic_ref"));
}

static void test_what_the_learner_changed_stays(void **state)
{
    struct fixture *fixture = *state;
    assert_true(editor_files_write(&fixture->app, NULL));
    const char *changed = arena_printf(fixture->arena, "%s    - '-DMINE'\n", read_text(fixture, ".clangd"));
    write_text(fixture, ".clangd", changed);
    assert_true(editor_files_write(&fixture->app, NULL));
    assert_string_equal(read_text(fixture, ".clangd"), changed);

    write_text(fixture, ".clangd", "");
    assert_true(editor_files_write(&fixture->app, NULL));
    assert_string_equal(read_text(fixture, ".clangd"), "");
}

/* The folder changes after the file was written. */
static void test_what_is_unchanged_is_brought_up_to_date(void **state)
{
    struct fixture *fixture = *state;
    assert_true(editor_files_write(&fixture->app, NULL));
    const char *before = read_text(fixture, ".clangd");
    fixture->app.folders.work = path_join(fixture->arena, fixture->folder, "moved");
    assert_true(file_make_folders(fixture->app.folders.work, NULL));
    write_text(fixture, ".clangd", before);
    assert_true(editor_files_write(&fixture->app, NULL));
    assert_non_null(strstr(read_text(fixture, ".clangd"), "moved/.clangd-cuda"));
    assert_null(strstr(read_text(fixture, ".clangd"), "it''s work"));
}

static void test_a_place_that_cannot_be_written_is_an_error(void **state)
{
    struct fixture *fixture = *state;
    struct error error = {0};
    assert_true(file_write_atomic(fixture->app.folders.work, "", 0, NULL));
    assert_false(editor_files_write(&fixture->app, &error));
    assert_int_not_equal(error.code, ERROR_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_names_the_header_quoted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_the_learner_changed_stays, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_unchanged_is_brought_up_to_date, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_place_that_cannot_be_written_is_an_error, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
