/* Opening the app: what is said of a progress file that cannot be used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "temporary_app.h"

static struct temporary_app own;

static int set_up(void **state)
{
    (void)state;
    return temporary_app_make_folder(&own);
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&own);
}

static const char *warning_of(void)
{
    if (temporary_app_open_with(&own, &(struct app_options){.root = WARPSCHOOL_SOURCE_DIR}) != 0)
        fail_msg("it does not open");
    return own.app->store_warning.message;
}

static void a_good_file_is_nothing_to_speak_of(void **state)
{
    (void)state;
    assert_string_equal(warning_of(), "");
    assert_true(store_is_durable(own.app->store));
}

static void a_damaged_file_is_replaced_and_progress_is_kept(void **state)
{
    (void)state;
    const char *path = path_join(own.arena, own.folder, "warpschool.db");
    assert_true(file_write_atomic(path, "no database", 11, NULL));
    const char *warning = warning_of();
    assert_memory_equal(warning, "the progress file was damaged", 29);
    assert_null(strstr(warning, "not kept"));
    assert_true(store_is_durable(own.app->store));
}

static void a_folder_in_its_place_keeps_no_progress(void **state)
{
    (void)state;
    assert_true(file_make_folders(path_join(own.arena, own.folder, "warpschool.db"), NULL));
    assert_memory_equal(warning_of(), "progress is not kept: the progress file cannot be opened", 55);
    assert_false(store_is_durable(own.app->store));
}

/* Here the work folder cannot be made, so nothing is written. */
static void a_record_that_cannot_be_written_is_shown(void **state)
{
    (void)state;
    struct error error = {0};
    struct attempt *attempts, attempt = {.exercise = "vector_add", .status = "pass", .source = "x"};
    size_t count;
    assert_string_equal(warning_of(), "");
    assert_true(store_add_attempt(own.app->store, &attempt, NULL, &error));
    app_close(own.app);
    const char *work = path_join(own.arena, own.folder, "work");
    assert_true(file_remove_tree(work, &error) && file_write_atomic(work, "", 0, &error));
    assert_memory_equal(warning_of(), "progress is not kept: ", 22);
    assert_false(store_is_durable(own.app->store));
    assert_true(store_list_attempts(own.app->store, &(struct attempt_query){.limit = 10}, own.arena, &attempts, &count,
                                    &error));
    assert_int_equal(count, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_good_file_is_nothing_to_speak_of, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_replaced_and_progress_is_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_folder_in_its_place_keeps_no_progress, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_record_that_cannot_be_written_is_shown, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
