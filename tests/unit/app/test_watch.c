/* Every save is noticed once, after the file is quiet, for every way an editor writes it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/watch.h"
#include "base/arena.h"
#include "base/file.h"

static struct arena *arena;
static const char *folder;
static const char *path;

static const int64_t quiet_ns = (WATCH_QUIET_MS + 1) * INT64_C(1000000);

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    if (!file_make_temporary_folder(arena, NULL, &folder, NULL))
        return 1;
    path = path_join(arena, folder, "k.cu");
    return !file_write_atomic(path, "one", 3, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    file_remove_tree(folder, NULL);
    arena_free(arena);
    return 0;
}

static void write_in_place(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void expect_one_save(struct watch *watch)
{
    int wait_ms;
    assert_false(watch_saved(watch, 1000, &wait_ms));
    assert_true(wait_ms <= WATCH_QUIET_MS);
    assert_true(watch_saved(watch, 1000 + quiet_ns, &wait_ms));
    assert_false(watch_saved(watch, 1000 + 3 * quiet_ns, &wait_ms));
    assert_int_equal(wait_ms, WATCH_POLL_MS);
}

static void test_nothing_happens_without_a_save(void **state)
{
    (void)state;
    struct watch *watch = watch_new(path, NULL);
    int wait_ms;
    assert_false(watch_saved(watch, 0, &wait_ms));
    assert_false(watch_saved(watch, quiet_ns, &wait_ms));
    watch_free(watch);
}

static void test_writing_in_place_is_noticed(void **state)
{
    (void)state;
    struct watch *watch = watch_new(path, NULL);
    write_in_place("longer text");
    expect_one_save(watch);
    watch_free(watch);
}

static void test_renaming_into_place_is_noticed(void **state)
{
    (void)state;
    struct watch *watch = watch_new(path, NULL);
    assert_true(file_write_atomic(path, "other", 5, NULL));
    expect_one_save(watch);
    watch_free(watch);
}

static void test_a_file_that_appears_is_a_save(void **state)
{
    (void)state;
    assert_int_equal(unlink(path), 0);
    struct watch *watch = watch_new(path, NULL);
    int wait_ms;
    assert_false(watch_saved(watch, 0, &wait_ms));
    write_in_place("new");
    expect_one_save(watch);
    watch_free(watch);
}

static void test_a_file_that_keeps_changing_waits_for_quiet(void **state)
{
    (void)state;
    struct watch *watch = watch_new(path, NULL);
    int wait_ms;
    write_in_place("a");
    assert_false(watch_saved(watch, 0, &wait_ms));
    write_in_place("ab");
    assert_false(watch_saved(watch, quiet_ns, &wait_ms));
    assert_true(watch_saved(watch, 3 * quiet_ns, &wait_ms));
    watch_free(watch);
}

static void test_own_writes_are_accepted(void **state)
{
    (void)state;
    struct watch *watch = watch_new(path, NULL);
    write_in_place("by the program");
    watch_accept(watch);
    int wait_ms;
    assert_false(watch_saved(watch, 0, &wait_ms));
    assert_false(watch_saved(watch, quiet_ns, &wait_ms));
    watch_free(watch);
}

static void test_a_missing_folder_is_an_error(void **state)
{
    (void)state;
    struct error error = {0};
    assert_null(watch_new("/nonexistent/k.cu", &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_nothing_happens_without_a_save),
        TEST(test_writing_in_place_is_noticed),
        TEST(test_renaming_into_place_is_noticed),
        TEST(test_a_file_that_appears_is_a_save),
        TEST(test_a_file_that_keeps_changing_waits_for_quiet),
        TEST(test_own_writes_are_accepted),
        TEST(test_a_missing_folder_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
