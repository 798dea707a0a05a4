/* The choice of an editor, and the split of its command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/file.h"

static struct arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static const char *const *command(int line)
{
    const char *const *argv = NULL;
    struct error error = {0};
    assert_true(editor_command(arena, "k.cu", line, &argv, &error));
    return argv;
}

static void test_visual_comes_before_editor(void **state)
{
    (void)state;
    setenv("VISUAL", "true", 1);
    setenv("EDITOR", "false", 1);
    assert_non_null(strstr(command(0)[0], "/true"));
}

static void test_an_editor_that_does_not_exist_is_passed_over(void **state)
{
    (void)state;
    setenv("VISUAL", "no-such-editor-anywhere", 1);
    setenv("EDITOR", "true", 1);
    assert_non_null(strstr(command(0)[0], "/true"));
}

/* A learner in an unknown editor is told which name has no program. */
static void test_the_editor_that_was_passed_over_is_named(void **state)
{
    (void)state;
    setenv("VISUAL", "", 1);
    setenv("EDITOR", "/nonexistent/vim -p", 1);
    assert_string_equal(editor_passed_over(arena), "/nonexistent/vim");
    setenv("VISUAL", "true", 1); /* comes first, so $EDITOR does not matter */
    assert_null(editor_passed_over(arena));
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    assert_null(editor_passed_over(arena));
}

static void test_arguments_and_quotes(void **state)
{
    (void)state;
    setenv("VISUAL", "true --wait 'a b' \"c d\"e", 1);
    const char *const *argv = command(5);
    assert_string_equal(argv[1], "--wait");
    assert_string_equal(argv[2], "a b");
    assert_string_equal(argv[3], "c de");
    assert_string_equal(argv[4], "k.cu");
    assert_null(argv[5]);
}

/* Debian's sensible-editor hands its arguments on. */
static void test_the_default_editor_opens_at_the_line(void **state)
{
    (void)state;
    char folder[] = "/tmp/warpschool-editor-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *path = arena_printf(arena, "%s/sensible-editor", folder);
    assert_true(file_write_atomic(path, "#!/bin/sh\n", 10, NULL));
    assert_int_equal(chmod(path, 0700), 0);
    setenv("VISUAL", path, 1);
    assert_string_equal(command(5)[1], "+5");
    assert_string_equal(command(5)[2], "k.cu");
    assert_string_equal(command(0)[1], "k.cu");
    unlink(path);
    rmdir(folder);
}

static void test_no_editor_says_what_to_do(void **state)
{
    (void)state;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    const char *const *argv = NULL;
    struct error error = {0};
    assert_false(editor_command(arena, "k.cu", 0, &argv, &error));
    assert_non_null(strstr(error.hint, "k.cu"));
    setenv("PATH", path, 1);
    free(path);
}

static void test_the_editor_is_waited_for(void **state)
{
    (void)state;
    struct error error = {0};
    setenv("VISUAL", "sh -c 'sleep 0.2'", 1);
    assert_true(editor_run("k.cu", 0, &error));
    setenv("VISUAL", "sh -c 'exit 3'", 1);
    assert_false(editor_run("k.cu", 0, &error));
    assert_non_null(strstr(error.message, "sh ended with exit status 3"));
    setenv("VISUAL", "sh -c 'kill -9 $$'", 1);
    assert_false(editor_run("k.cu", 0, &error));
    assert_non_null(strstr(error.message, "sh was ended by signal 9"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_visual_comes_before_editor),
        TEST(test_the_default_editor_opens_at_the_line),
        TEST(test_an_editor_that_does_not_exist_is_passed_over),
        TEST(test_the_editor_that_was_passed_over_is_named),
        TEST(test_arguments_and_quotes),
        TEST(test_no_editor_says_what_to_do),
        TEST(test_the_editor_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
