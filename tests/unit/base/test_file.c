/* Tests files, folders, paths and clocks. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/file.h"

struct scratch {
    struct arena *arena;
    const char *folder;
};

static int setup(void **state)
{
    static struct scratch scratch;
    scratch.arena = arena_new();
    *state = &scratch;
    return !file_make_temporary_folder(scratch.arena, NULL, &scratch.folder, NULL);
}

static int teardown(void **state)
{
    struct scratch *scratch = *state;
    bool removed = file_remove_tree(scratch->folder, NULL) && !file_exists(scratch->folder);
    arena_free(scratch->arena);
    return !removed;
}

static const char *in(struct scratch *scratch, const char *name)
{
    return path_join(scratch->arena, scratch->folder, name);
}

static void what_is_written_is_read(void **state)
{
    const char *path = in(*state, "a.bin");
    assert_true(file_write_atomic(path, "x\0y", 3, NULL));
    CLEANUP(buffer_done) struct buffer content = BUFFER_INIT;
    buffer_append_text(&content, "before ");
    assert_true(file_read(path, 3, &content, NULL));
    assert_int_equal(content.size_bytes, 10);
    assert_memory_equal(content.data, "before x\0y", 10);
    struct error error;
    assert_false(file_read(path, 2, &content, &error));
    assert_non_null(strstr(error.message, "a.bin' is larger than 2 B"));
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_int_equal(content.size_bytes, 10);
}

/* Else `--out /dev/null` by root would put a file in place of the device. */
static void a_pipe_is_written_to_and_stays(void **state)
{
    const char *path = in(*state, "pipe");
    char got[4] = "";
    struct stat status;
    assert_int_equal(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    assert_true(file_write_atomic(path, "abc", 3, NULL));
    assert_int_equal(read(reader, got, sizeof got), 3);
    assert_string_equal(got, "abc");
    assert_int_equal(stat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    close(reader);
}

static void empty_and_sizeless_files_are_read(void **state)
{
    CLEANUP(buffer_done) struct buffer content = BUFFER_INIT;
    const char *path = in(*state, "empty");
    assert_true(file_write_atomic(path, "", 0, NULL));
    assert_true(file_read(path, 0, &content, NULL));
    assert_int_equal(content.size_bytes, 0);
    assert_true(file_read("/proc/self/status", 1 << 20, &content, NULL));
    assert_non_null(strstr(content.data, "Name:"));
    struct error error;
    assert_false(file_read("/proc/self/status", 10, &content, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
}

static void what_is_no_regular_file_is_refused(void **state)
{
    struct scratch *scratch = *state;
    CLEANUP(buffer_done) struct buffer content = BUFFER_INIT;
    struct error error;
    assert_false(file_read(scratch->folder, 10, &content, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_non_null(strstr(error.message, "is a folder, not a file"));
    assert_false(file_is_readable(scratch->folder, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_false(file_read("/dev/zero", 10, &content, &error));
    assert_int_equal(error.code, ERROR_IO);
    const char *fifo = in(scratch, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_false(file_read(fifo, 10, &content, &error)); /* must not hang */
    assert_false(file_read(in(scratch, "absent"), 10, &content, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

static void replacing_keeps_mode_and_link_and_leaves_nothing_behind(void **state)
{
    struct scratch *scratch = *state;
    const char *path = in(scratch, "target");
    const char *link = in(scratch, "link");
    assert_true(file_write_atomic(path, "1", 1, NULL));
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink("target", link), 0);
    struct file_stamp before;
    struct file_stamp after;
    assert_true(file_stamp_read(path, &before, NULL));
    assert_true(file_write_atomic(link, "22", 2, NULL));
    assert_true(file_stamp_read(path, &after, NULL));
    assert_false(file_stamp_equal(&before, &after));
    assert_true(file_stamp_equal(&after, &after));
    assert_int_equal(after.size_bytes, 2);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    const char *const *names;
    size_t count;
    assert_true(file_list_folder(scratch->arena, scratch->folder, 2, &names, &count, NULL));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "link");
    struct error error;
    assert_false(file_list_folder(scratch->arena, scratch->folder, 1, &names, &count, &error));
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_false(file_write_atomic(in(scratch, "no/such/folder"), "", 0, &error));
    assert_false(file_write_atomic(scratch->folder, "", 0, &error)); /* a folder is not replaced */
}

static void folders_are_made_with_their_parents(void **state)
{
    struct scratch *scratch = *state;
    const char *path = in(scratch, "a/b//c/");
    assert_true(file_make_folders(path, NULL));
    assert_true(file_make_folders(path, NULL));
    assert_true(file_is_folder(path));
    assert_true(file_write_atomic(in(scratch, "a/file"), "", 0, NULL));
    struct error error;
    assert_false(file_make_folders(in(scratch, "a/file/x"), &error));
    assert_false(file_make_folders("", &error));
    assert_false(file_is_folder(in(scratch, "a/file")));
    assert_true(file_is_regular(in(scratch, "a/file")));
}

static void removing_does_not_follow_links(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "kept"), NULL));
    assert_true(file_write_atomic(in(scratch, "kept/file"), "", 0, NULL));
    assert_true(file_make_folders(in(scratch, "gone/deep"), NULL));
    assert_int_equal(symlink("../kept", in(scratch, "gone/link")), 0);
    assert_true(file_remove_tree(in(scratch, "gone"), NULL));
    assert_false(file_exists(in(scratch, "gone")));
    assert_true(file_exists(in(scratch, "kept/file")));
    assert_true(file_remove_tree(in(scratch, "gone"), NULL));
}

static void paths_stay_inside(void **state)
{
    struct scratch *scratch = *state;
    struct arena *arena = scratch->arena;
    assert_true(file_make_folders(in(scratch, "root/sub"), NULL));
    assert_true(file_make_folders(in(scratch, "rootless"), NULL));
    assert_true(file_write_atomic(in(scratch, "root/sub/x.cu"), "", 0, NULL));
    assert_int_equal(symlink("../rootless", in(scratch, "root/out")), 0);
    assert_int_equal(symlink("/etc/passwd", in(scratch, "root/secret")), 0);
    const char *root = in(scratch, "root");
    const char *path = NULL;
    struct error error;
    assert_true(path_resolve_inside(arena, root, "sub/x.cu", &path, &error));
    assert_string_equal(path_leaf(path), "x.cu");
    static const char *const outside[] = {"../rootless", "out", "secret",    "/etc/passwd", "sub/../..",
                                          ".",           "",    "sub//x.cu", "~/x",         "a\nb"};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        assert_false(path_resolve_inside(arena, root, outside[i], &path, &error));
        assert_int_equal(error.code, ERROR_RANGE);
    }
    assert_false(path_resolve_inside(arena, root, "absent", &path, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
}

static void paths_are_taken_apart(void **state)
{
    struct arena *arena = ((struct scratch *)*state)->arena;
    assert_string_equal(path_join(arena, "a", "b"), "a/b");
    assert_string_equal(path_join(arena, "a/", "b"), "a/b");
    assert_string_equal(path_join(arena, "a", "/b"), "/b");
    assert_string_equal(path_join(arena, "", "b"), "b");
    assert_string_equal(path_join(arena, "a", ""), "a");
    assert_string_equal(path_leaf("a/b/c.cu"), "c.cu");
    assert_string_equal(path_folder(arena, "a/b/c.cu"), "a/b");
    assert_string_equal(path_folder(arena, "c.cu"), ".");
    assert_string_equal(path_folder(arena, "/c"), "/");
    assert_true(path_is_plain("...") && path_is_plain(".hidden/a..b"));
}

static void clocks_tell_the_time(void **state)
{
    (void)state;
    char text[CLOCK_TEXT_BYTES];
    int64_t wall_ns = -1;
    clock_format_utc(0, text);
    assert_string_equal(text, "1970-01-01T00:00:00Z");
    clock_format_utc(-1, text);
    assert_string_equal(text, "1969-12-31T23:59:59Z");
    assert_true(clock_parse_utc("2024-02-29T12:34:56Z", &wall_ns));
    clock_format_utc(wall_ns, text);
    assert_string_equal(text, "2024-02-29T12:34:56Z");
    static const char *const wrong[] = {"",
                                        "2023-02-29T00:00:00Z",
                                        "2024-13-01T00:00:00Z",
                                        "2024-01-01T24:00:00Z",
                                        "2024-01-01 00:00:00Z",
                                        "2024-01-01T00:00:00Zx",
                                        "9999-01-01T00:00:00Z"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(clock_parse_utc(wrong[i], &wall_ns));
    assert_true(clock_monotonic_ns() <= clock_monotonic_ns());
    assert_int_equal(clock_poll_timeout_ms(CLOCK_NO_DEADLINE), -1);
    assert_int_equal(clock_poll_timeout_ms(0), 0);
    assert_int_equal(clock_poll_timeout_ms(INT64_MAX - 1), INT32_MAX);
    assert_true(clock_deadline_ns(INT64_MAX) == CLOCK_NO_DEADLINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_written_is_read, setup, teardown),
        cmocka_unit_test_setup_teardown(a_pipe_is_written_to_and_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(empty_and_sizeless_files_are_read, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_no_regular_file_is_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(replacing_keeps_mode_and_link_and_leaves_nothing_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(folders_are_made_with_their_parents, setup, teardown),
        cmocka_unit_test_setup_teardown(removing_does_not_follow_links, setup, teardown),
        cmocka_unit_test_setup_teardown(paths_stay_inside, setup, teardown),
        cmocka_unit_test_setup_teardown(paths_are_taken_apart, setup, teardown),
        cmocka_unit_test(clocks_tell_the_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
