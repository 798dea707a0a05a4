/* The learner's copies: a reset and its undo lose no text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/workspace.h"
#include "temporary_app.h"

static struct temporary_app own;
static const struct exercise *exercise;

static int set_up(void **state)
{
    (void)state;
    if (temporary_app_open(&own) != 0)
        return -1;
    exercise = curriculum_find_exercise(own.app->curriculum, "vector_add");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&own);
}

static void write_text(const char *text)
{
    struct error error = {0};
    const char *path = workspace_path(own.app, exercise, own.arena);
    assert_true(file_make_folders(path_folder(own.arena, path), &error));
    assert_true(file_write_atomic(path, text, strlen(text), &error));
}

static void reset(void)
{
    struct error error = {0};
    if (!workspace_reset(own.app, exercise, &error))
        fail_msg("%s", error.message);
}

static void undo(void)
{
    struct error error = {0};
    if (!workspace_undo_reset(own.app, exercise, &error))
        fail_msg("%s", error.message);
}

static const char *text_now(void)
{
    struct error error = {0};
    struct source source;
    assert_true(workspace_read(workspace_path(own.app, exercise, own.arena), "x", own.arena, &source, &error));
    return source.text;
}

static void undo_changes_back_and_forth(void **state)
{
    (void)state;
    write_text("mine\n");
    reset();
    const char *starter = text_now();
    for (int i = 0; i < 3; i++) {
        undo();
        assert_string_equal(text_now(), "mine\n");
        undo();
        assert_string_equal(text_now(), starter);
    }
}

static void a_second_reset_keeps_the_first_text(void **state)
{
    (void)state;
    write_text("mine\n");
    reset();
    reset();
    undo();
    assert_string_equal(text_now(), "mine\n");
}

static void each_text_comes_back(void **state)
{
    (void)state;
    write_text("first\n");
    reset();
    write_text("second\n");
    reset();
    write_text("third\n");
    for (int i = 0; i < 2; i++) {
        undo();
        assert_string_equal(text_now(), "second\n");
        undo();
        assert_string_equal(text_now(), "first\n");
        undo();
        assert_string_equal(text_now(), "third\n");
    }
}

static void undo_restores_a_deleted_file(void **state)
{
    (void)state;
    write_text("mine\n");
    reset();
    assert_int_equal(0, unlink(workspace_path(own.app, exercise, own.arena)));
    undo();
    assert_string_equal(text_now(), "mine\n");
}

static void kept_texts_do_not_pile_up(void **state)
{
    (void)state;
    struct error error = {0};
    write_text("mine\n");
    for (int i = 0; i < 20; i++) {
        reset();
        undo();
    }
    const char *const *names;
    size_t count;
    const char *folder = path_folder(own.arena, workspace_path(own.app, exercise, own.arena));
    assert_true(file_list_folder(own.arena, folder, 100, &names, &count, &error));
    assert_true(count <= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(undo_changes_back_and_forth, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_second_reset_keeps_the_first_text, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_text_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(undo_restores_a_deleted_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(kept_texts_do_not_pile_up, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
