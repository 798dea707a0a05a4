/* Tests the compiler's scratch folders: private, swept, trimmed. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "compiler/process/scratch.h"

struct fixture {
    struct arena *arena;
    const char *folder;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    *state = fixture;
    if (!file_make_temporary_folder(fixture->arena, "/tmp", &fixture->folder, NULL))
        return -1;
    return setenv("TMPDIR", fixture->folder, 1);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    unsetenv("TMPDIR");
    file_remove_tree(fixture->folder, NULL);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static const char *put(struct fixture *fixture, const char *folder, const char *name, size_t size_bytes)
{
    const char *path = path_join(fixture->arena, folder, name);
    assert_true(file_make_folders(path_folder(fixture->arena, path), NULL));
    char *data = arena_alloc(fixture->arena, size_bytes + 1);
    assert_true(file_write_atomic(path, data, size_bytes, NULL));
    return path;
}

static void folders_are_private_and_go(void **state)
{
    struct fixture *fixture = *state;
    struct scratch scratch;
    struct stat status;
    assert_true(scratch_make(&scratch, NULL));
    assert_int_equal(strncmp(scratch.path, fixture->folder, strlen(fixture->folder)), 0);
    assert_int_equal(stat(scratch.path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0700);
    put(fixture, scratch.path, "a/b/c", 10);
    char path[SCRATCH_PATH_BYTES];
    memcpy(path, scratch.path, sizeof path);
    scratch_remove(&scratch);
    assert_false(file_exists(path));
    assert_string_equal(scratch.path, "");
    scratch_remove(&scratch);
}

static void make_old(const char *folder)
{
    struct timespec hour_ago = {.tv_sec = time(NULL) - 3600}, times[2] = {hour_ago, hour_ago};
    assert_int_equal(utimensat(AT_FDCWD, folder, times, 0), 0);
}

/* Its maker locks it in a moment. */
static void a_new_folder_is_not_swept(void **state)
{
    struct fixture *fixture = *state;
    struct scratch next;
    const char *file = put(fixture, fixture->folder, "warpschool-compiler-new/file", 10);
    assert_true(scratch_make(&next, NULL));
    assert_true(file_exists(file));
    scratch_remove(&next);
}

static void only_what_nobody_holds_is_swept(void **state)
{
    struct fixture *fixture = *state;
    struct scratch held, next;
    assert_true(scratch_make(&held, NULL));
    make_old(held.path);
    const char *stale = put(fixture, fixture->folder, "warpschool-compiler-abc/tmp/file", 10);
    make_old(path_join(fixture->arena, fixture->folder, "warpschool-compiler-abc"));
    const char *foreign = put(fixture, fixture->folder, "other-folder/file", 10);
    const char *target = put(fixture, fixture->folder, "target/file", 10);
    const char *link_path = path_join(fixture->arena, fixture->folder, "warpschool-compiler-link");
    assert_int_equal(symlink(path_folder(fixture->arena, target), link_path), 0);
    assert_true(scratch_make(&next, NULL));
    assert_false(file_exists(stale));
    assert_true(file_exists(foreign));
    assert_true(file_exists(target));
    assert_true(file_is_folder(held.path));
    scratch_remove(&held);
    scratch_remove(&next);
}

static void another_place_is_taken_where_the_first_is_absent(void **state)
{
    (void)state;
    struct scratch scratch;
    assert_int_equal(setenv("TMPDIR", "/absent/folder", 1), 0);
    assert_true(scratch_make(&scratch, NULL));
    assert_true(file_is_folder(scratch.path));
    scratch_remove(&scratch);
    assert_int_equal(setenv("TMPDIR", "relative", 1), 0);
    assert_true(scratch_make(&scratch, NULL));
    assert_int_equal(scratch.path[0], '/');
    scratch_remove(&scratch);
}

static void trimming_removes_the_oldest_and_keeps_folders(void **state)
{
    struct fixture *fixture = *state;
    const char *first = put(fixture, fixture->folder, "pch/kernel_0.pch", 1000);
    const char *second = put(fixture, fixture->folder, "top", 1000);
    const char *outside_folder;
    assert_true(file_make_temporary_folder(fixture->arena, "/tmp", &outside_folder, NULL));
    const char *outside = put(fixture, outside_folder, "file", 1);
    const char *link_path = path_join(fixture->arena, fixture->folder, "link");
    assert_int_equal(symlink(outside, link_path), 0);
    scratch_trim(fixture->folder, 5000);
    assert_true(file_exists(first) && file_exists(second));
    scratch_trim(fixture->folder, 1500);
    assert_false(file_exists(first));
    assert_true(file_exists(second));
    scratch_trim(fixture->folder, 500);
    assert_false(file_exists(second));
    assert_true(file_is_folder(path_folder(fixture->arena, first)));
    assert_true(file_exists(outside));
    file_remove_tree(outside_folder, NULL);
    scratch_trim("/absent/folder", 0);
}

#define SCRATCH_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(folders_are_private_and_go),
        SCRATCH_TEST(a_new_folder_is_not_swept),
        SCRATCH_TEST(only_what_nobody_holds_is_swept),
        SCRATCH_TEST(another_place_is_taken_where_the_first_is_absent),
        SCRATCH_TEST(trimming_removes_the_oldest_and_keeps_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
