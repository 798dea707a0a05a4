/*
 * Every file of bad/ ends with its expected messages. No other message is allowed.
 *     # expect LINE:COLUMN: MESSAGE
 *     # hint HINT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "curriculum/load.h"

#define BAD_FOLDER WARPSCHOOL_SOURCE_DIR "/tests/unit/curriculum/bad"

static bool is_said(const struct diagnostics *diagnostics, const char *expected)
{
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, i);
        char said[1024];
        const char *message = diagnostic->message;
        snprintf(said, sizeof said, "%d:%d: %.*s", diagnostic->location.line, diagnostic->location.column,
                 (int)strcspn(message, "\n"), message);
        if (strncmp(said, expected, strlen(said)) == 0)
            return true;
    }
    return false;
}

static bool is_hinted(const struct diagnostics *diagnostics, const char *expected)
{
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const char *hint = diagnostics_at(diagnostics, i)->hint;
        if (hint && strcmp(hint, expected) == 0)
            return true;
    }
    return false;
}

static const char *next_line(char **rest)
{
    char *line = *rest;
    if (!line || !*line)
        return NULL;
    char *newline = strchr(line, '\n');
    *rest = newline ? newline + 1 : NULL;
    if (newline)
        *newline = '\0';
    return line;
}

static void check_expectations(const char *name, const struct diagnostics *diagnostics, char *text)
{
    size_t expected_count = 0;
    for (const char *line; (line = next_line(&text));) {
        if (strncmp(line, "# expect ", 9) == 0) {
            expected_count++;
            if (!is_said(diagnostics, line + 9))
                fail_msg("%s: not said: %s", name, line + 9);
        } else if (strncmp(line, "# hint ", 7) == 0 && !is_hinted(diagnostics, line + 7)) {
            fail_msg("%s: not hinted: %s", name, line + 7);
        }
    }
    if (!expected_count || expected_count != diagnostics_count(diagnostics))
        fail_msg("%s: %zu expected, %zu said", name, expected_count, diagnostics_count(diagnostics));
}

static void check_file(const char *name)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    assert_true(file_read(path_join(arena, BAD_FOLDER, name), 1 << 20, &text, &error));
    struct source source = {name, text.data, text.size_bytes};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    assert_null(curriculum_load_text(arena, &source, diagnostics));
    char *expectations = memmem(text.data, text.size_bytes, "# expect ", 9);
    assert_non_null(expectations);
    check_expectations(name, diagnostics, expectations);
}

static void test_each_bad_file_says_what_it_should(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *names;
    size_t count;
    struct error error = {0};
    assert_true(file_list_folder(arena, BAD_FOLDER, 500, &names, &count, &error));
    assert_true(count > 30);
    for (size_t i = 0; i < count; i++)
        check_file(names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_bad_file_says_what_it_should)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
