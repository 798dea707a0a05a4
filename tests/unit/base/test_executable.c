/* Tests where the program finds itself, its resources and its state. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/executable.h"
#include "base/file.h"

struct scratch {
    struct arena *arena;
    const char *folder;
};

static void clear_environment(void)
{
    static const char *const names[] = {"WARPSCHOOL_ROOT", "WARPSCHOOL_STATE", "XDG_STATE_HOME", "XDG_CACHE_HOME",
                                        "XDG_CONFIG_HOME"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
}

static int setup(void **state)
{
    static struct scratch scratch;
    clear_environment();
    scratch.arena = arena_new();
    *state = &scratch;
    return !file_make_temporary_folder(scratch.arena, NULL, &scratch.folder, NULL);
}

static int teardown(void **state)
{
    struct scratch *scratch = *state;
    clear_environment();
    bool removed = file_remove_tree(scratch->folder, NULL);
    arena_free(scratch->arena);
    return !removed;
}

static const char *in(struct scratch *scratch, const char *name)
{
    return path_join(scratch->arena, scratch->folder, name);
}

static void the_test_finds_itself_and_its_checkout(void **state)
{
    struct scratch *scratch = *state;
    const char *path;
    assert_true(executable_path(scratch->arena, &path, NULL));
    assert_string_equal(path_leaf(path), "test_base_executable");
}

static void an_installation_is_found_beside_the_executable(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "usr/share/warpschool/lessons"), NULL));
    struct resource_root root;
    assert_true(resource_root_find_from(scratch->arena, in(scratch, "usr/bin/warpschool"), &root, NULL));
    assert_string_equal(root.path, in(scratch, "usr/share/warpschool"));
    assert_false(root.is_checkout);
}

static void a_checkout_is_found_above_the_executable(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "tree/lessons"), NULL));
    assert_true(file_make_folders(in(scratch, "tree/build/lessons"), NULL)); /* no CMakeLists.txt: no checkout */
    assert_true(file_write_atomic(in(scratch, "tree/CMakeLists.txt"), "", 0, NULL));
    struct resource_root root;
    assert_true(resource_root_find_from(scratch->arena, in(scratch, "tree/build/dev/warpschool"), &root, NULL));
    assert_string_equal(root.path, in(scratch, "tree"));
    assert_true(root.is_checkout);
}

static void a_chosen_root_is_used_or_refused(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_make_folders(in(scratch, "chosen/lessons"), NULL));
    struct resource_root root;
    struct error error;
    setenv("WARPSCHOOL_ROOT", in(scratch, "chosen"), 1);
    assert_true(resource_root_find(scratch->arena, &root, &error));
    assert_string_equal(root.path, in(scratch, "chosen"));
    assert_false(root.is_checkout);
    static const char *const wrong[] = {"relative", "/nonexistent", "/etc/passwd"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        setenv("WARPSCHOOL_ROOT", wrong[i], 1);
        assert_false(resource_root_find(scratch->arena, &root, &error));
        assert_int_equal(error.code, ERROR_NOT_FOUND);
        assert_true(error.hint[0] != '\0');
    }
}

static void a_checkout_keeps_its_state(void **state)
{
    struct scratch *scratch = *state;
    struct resource_root root = {.path = scratch->folder, .is_checkout = true};
    struct state_folders folders;
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, in(scratch, "progress"));
    assert_string_equal(folders.work, in(scratch, "progress/work"));
    assert_true(state_folders_make(&folders, NULL));
    assert_true(state_folders_make(&folders, NULL));
    struct stat status;
    assert_int_equal(stat(folders.work, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
}

static void an_installation_uses_the_xdg_folders(void **state)
{
    struct scratch *scratch = *state;
    struct resource_root root = {.path = "/usr/share/warpschool", .is_checkout = false};
    struct state_folders folders;
    setenv("HOME", "/home/ada", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/home/ada/.local/state/warpschool");
    assert_string_equal(folders.work, "/home/ada/.local/state/warpschool/work");
    assert_string_equal(folders.cache, "/home/ada/.cache/warpschool");
    assert_string_equal(folders.config, "/home/ada/.config/warpschool");
    setenv("XDG_STATE_HOME", "/data", 1);
    setenv("XDG_CACHE_HOME", "relative/cache", 1);
    setenv("XDG_CONFIG_HOME", "", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/data/warpschool");
    assert_string_equal(folders.cache, "/home/ada/.cache/warpschool");
    assert_string_equal(folders.config, "/home/ada/.config/warpschool");
}

static void a_progress_that_is_no_folder_sends_state_home(void **state)
{
    struct scratch *scratch = *state;
    assert_true(file_write_atomic(in(scratch, "progress"), "", 0, NULL));
    struct resource_root root = {.path = scratch->folder, .is_checkout = true};
    struct state_folders folders;
    setenv("HOME", "/home/ada", 1);
    assert_true(state_folders_find(scratch->arena, &root, &folders, NULL));
    assert_string_equal(folders.state, "/home/ada/.local/state/warpschool");
}

static void a_chosen_state_folder_wins(void **state)
{
    struct scratch *scratch = *state;
    struct state_folders folders;
    struct error error;
    setenv("WARPSCHOOL_STATE", in(scratch, "s"), 1);
    assert_true(state_folders_find(scratch->arena, NULL, &folders, &error));
    assert_string_equal(folders.cache, in(scratch, "s/cache"));
    setenv("WARPSCHOOL_STATE", "s", 1);
    assert_false(state_folders_find(scratch->arena, NULL, &folders, &error));
    assert_int_equal(error.code, ERROR_RANGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_test_finds_itself_and_its_checkout, setup, teardown),
        cmocka_unit_test_setup_teardown(an_installation_is_found_beside_the_executable, setup, teardown),
        cmocka_unit_test_setup_teardown(a_checkout_is_found_above_the_executable, setup, teardown),
        cmocka_unit_test_setup_teardown(a_chosen_root_is_used_or_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(a_checkout_keeps_its_state, setup, teardown),
        cmocka_unit_test_setup_teardown(an_installation_uses_the_xdg_folders, setup, teardown),
        cmocka_unit_test_setup_teardown(a_progress_that_is_no_folder_sends_state_home, setup, teardown),
        cmocka_unit_test_setup_teardown(a_chosen_state_folder_wins, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
