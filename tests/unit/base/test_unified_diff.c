/* Tests kernels that are written as a change of another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/unified_diff.h"

#define NAMES "--- kernel.cu\n+++ wrong.cu\n"

struct scratch {
    struct arena *arena;
    const char *root;
    struct error error;
};

static int setup(void **state)
{
    static const char text[] = "one\ntwo\nthree\n\ntwo\nthree\nend\n";
    static struct scratch scratch;
    scratch.arena = arena_new();
    *state = &scratch;
    return !file_make_temporary_folder(scratch.arena, NULL, &scratch.root, NULL) ||
           !file_write_atomic(path_join(scratch.arena, scratch.root, "kernel.cu"), text, sizeof text - 1, NULL);
}

static int teardown(void **state)
{
    struct scratch *scratch = *state;
    bool removed = file_remove_tree(scratch->root, NULL);
    arena_free(scratch->arena);
    return !removed;
}

/* NULL: refused. */
static const char *apply(struct scratch *scratch, const char *text)
{
    struct source diff = {"wrong/no_guard.diff", text, strlen(text)}, source;
    if (!unified_diff_read(scratch->root, &diff, scratch->arena, &source, &scratch->error))
        return NULL;
    assert_string_equal(source.name, "wrong/no_guard.cu");
    assert_int_equal(source.size_bytes, strlen(source.text));
    return source.text;
}

static void a_hunk_replaces_its_lines(void **state)
{
    assert_string_equal(apply(*state, "//? status: wrong\n" NAMES "@@ -1,2 +1,3 @@\n one\n-two\n+2\n+2b\n"),
                        "one\n2\n2b\nthree\n\ntwo\nthree\nend\n");
    assert_string_equal(apply(*state, NAMES "@@ -1 +1 @@\n-one\n@@ -6,2 +5,2 @@\n three\n-end\n+End\n"),
                        "two\nthree\n\ntwo\nthree\nEnd\n");
}

static void lines_that_moved_are_found(void **state)
{
    assert_string_equal(apply(*state, NAMES "@@ -90,2 +90,1 @@\n-three\n end\n"), "one\ntwo\nthree\n\ntwo\nend\n");
}

static void the_number_decides_between_places(void **state)
{
    assert_string_equal(apply(*state, NAMES "@@ -5 +5 @@\n-two\n+2\n"), "one\ntwo\nthree\n\n2\nthree\nend\n");
    assert_null(apply(*state, NAMES "@@ -4 +4 @@\n-two\n+2\n"));
    assert_string_equal(((struct scratch *)*state)->error.message,
                        "wrong/no_guard.diff:3:1: the old lines of this hunk are in the file several times");
}

static void an_empty_line_is_context(void **state)
{
    assert_string_equal(apply(*state, NAMES "@@ -3,3 +3,2 @@\n three\n\n-two\n"), "one\ntwo\nthree\n\nthree\nend\n");
}

static void mistakes_name_their_line(void **state)
{
    struct scratch *scratch = *state;
    const struct {
        const char *text, *message;
    } rows[] = {
        {"", "wrong/no_guard.diff:1:1: a diff needs `--- PATH`, `+++ PATH` and a hunk"},
        {"--- kernel.cu\n", "wrong/no_guard.diff:1:1: a diff needs `--- PATH`, `+++ PATH` and a hunk"},
        {NAMES "one\n", "wrong/no_guard.diff:3:1: a hunk begins with `@@ -NUMBER`"},
        {NAMES "@@ -1 +1 @@\n+new\n", "wrong/no_guard.diff:3:1: a hunk needs a line of the file, to show its place"},
        {NAMES "@@ -1 +1 @@\n one\nx\n", "wrong/no_guard.diff:5:1: a line of a hunk begins with ' ', '-' or '+'"},
        {NAMES "@@ -1 +1 @@\n-four\n", "wrong/no_guard.diff:3:1: the old lines of this hunk are not in the file"},
        {NAMES "@@ -7 +7 @@\n-end\n@@ -1 +1 @@\n-one\n",
         "wrong/no_guard.diff:5:1: the old lines of this hunk are not in the file"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(apply(scratch, rows[i].text));
        assert_string_equal(scratch->error.message, rows[i].message);
    }
}

static void no_file_outside_is_read(void **state)
{
    struct scratch *scratch = *state;
    assert_null(apply(scratch, "--- ../kernel.cu\n+++ a\n@@ -1 +1 @@\n-one\n"));
    assert_null(apply(scratch, "--- /etc/passwd\n+++ a\n@@ -1 +1 @@\n-one\n"));
    assert_null(apply(scratch, "--- absent.cu\n+++ a\n@@ -1 +1 @@\n-one\n"));
    assert_int_equal(scratch->error.code, ERROR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hunk_replaces_its_lines),         cmocka_unit_test(lines_that_moved_are_found),
        cmocka_unit_test(the_number_decides_between_places), cmocka_unit_test(an_empty_line_is_context),
        cmocka_unit_test(mistakes_name_their_line),          cmocka_unit_test(no_file_outside_is_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
