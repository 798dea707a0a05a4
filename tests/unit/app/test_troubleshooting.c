/*
 * doc/troubleshooting.md quotes the program's messages exactly and lists all checks of the doctor.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/doctor.h"
#include "base/file.h"

enum { FOLDERS_MAX = 2000, TEXT_MAX_BYTES = 64 << 20 };

/* Joins adjacent strings as a C compiler does, so that a message split over lines is found. */
static void append_joined(struct buffer *out, const char *text)
{
    while (*text) {
        const char *next = *text == '"' ? text + 1 + strspn(text + 1, " \n") : NULL;
        if (next && *next == '"') {
            text = next + 1;
            continue;
        }
        buffer_append_char(out, *text++);
    }
}

static void append_sources(struct arena *arena, const char *folder, int depth, struct buffer *out)
{
    const char *const *names;
    size_t count;
    struct error error = {0};
    assert_true(file_list_folder(arena, folder, FOLDERS_MAX, &names, &count, &error));
    for (size_t i = 0; i < count; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        const char *path = path_join(arena, folder, names[i]);
        if (file_is_folder(path) && depth < 2)
            append_sources(arena, path, depth + 1, out);
        else if (file_read(path, TEXT_MAX_BYTES, &text, NULL))
            append_joined(out, buffer_text(&text));
    }
}

/* Every piece between "..." and conversions must occur in the source. */
static bool is_said(const char *sources, char *message)
{
    for (char *piece = message; piece;) {
        char *rest = strstr(piece, "...");
        if (rest)
            *rest = '\0';
        if (strlen(piece) > 2 && !strstr(sources, piece))
            return false;
        piece = rest ? rest + 3 : NULL;
    }
    return true;
}

static void test_each_message_is_one_of_the_program(void **state)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer sources = BUFFER_INIT, document = BUFFER_INIT;
    struct error error = {0};
    size_t messages = 0;
    (void)state;
    append_sources(arena, WARPSCHOOL_SOURCE_DIR "/src", 0, &sources);
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/troubleshooting.md", 1 << 20, &document, &error));
    for (char *line = document.data; (line = strstr(line, "\n### `"));) {
        line += strlen("\n### `");
        char *end = strstr(line, "`\n");
        assert_non_null(end);
        *end = '\0';
        const char *whole = arena_strdup(arena, line);
        if (!is_said(buffer_text(&sources), line))
            fail_msg("nothing in src/ says: %s", whole);
        line = end + 1;
        messages++;
    }
    assert_true(messages >= 20);
}

static void test_each_check_of_the_doctor_is_explained(void **state)
{
    CLEANUP(buffer_done) struct buffer document = BUFFER_INIT;
    struct error error = {0};
    (void)state;
    static const char *const names[] = {
#define CHECK(id, name) name,
#include "app/doctor/doctor.def"
    };
    assert_true(file_read(WARPSCHOOL_SOURCE_DIR "/doc/troubleshooting.md", 1 << 20, &document, &error));
    assert_int_equal(sizeof names / sizeof names[0], doctor_check_count());
    for (size_t i = 0; i < doctor_check_count(); i++)
        if (!strstr(buffer_text(&document), names[i]))
            fail_msg("doc/troubleshooting.md does not mention the check '%s'", names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_message_is_one_of_the_program),
                                       cmocka_unit_test(test_each_check_of_the_doctor_is_explained)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
