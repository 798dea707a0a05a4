/* Tests diagnostics: the caret's place, hostile sources, order and limits, suggested names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/diagnostics.h"

static struct source source_of(const char *name, const char *text)
{
    return (struct source){.name = name, .text = text, .size_bytes = strlen(text)};
}

static void a_caret_points_at_the_place(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = source_of("a.yaml", "first\n- {name: a, type: f33}\n");
    assert_false(diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, &source, (struct location){2, 19, 3},
                                 "unknown type '%s'", "f33"));
    diagnostics_hint(diagnostics, "did you mean 'f32'?");
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    diagnostics_render(diagnostics, &out);
    assert_string_equal(buffer_text(&out), "a.yaml:2:19: error: unknown type 'f33'\n"
                                           "      2 | - {name: a, type: f33}\n"
                                           "         |                   ^~~\n"
                                           "         = did you mean 'f32'?\n");
}

static void the_caret_stands_under_tabs_and_wide_characters(void **state)
{
    (void)state;
    struct source source = source_of("t", "\t\xE4\xBD\xA0 x\r\n");
    struct diagnostic diagnostic = {DIAGNOSTIC_WARNING, &source, {1, 6, 100}, "m", NULL};
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    diagnostic_render(&diagnostic, &out);
    assert_string_equal(buffer_text(&out), "t:1:6: warning: m\n"
                                           "      1 |     \xE4\xBD\xA0 x\n"
                                           "         |        ^\n");
}

static void hostile_sources_are_rendered_harmless(void **state)
{
    (void)state;
    struct source source = {"ev\x1bil\n", "a\0b\x1b[2Jc\xFF", 9};
    struct diagnostic diagnostic = {DIAGNOSTIC_ERROR, &source, {1, 2, 1}, "bad \x1b[0m", "h\x07"};
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    diagnostic_render(&diagnostic, &out);
    assert_null(memchr(out.data, 0x1b, out.size_bytes));
    assert_null(memchr(out.data, 7, out.size_bytes));
    assert_int_equal(strlen(out.data), out.size_bytes);
}

static void places_that_do_not_exist_show_no_line(void **state)
{
    (void)state;
    struct source source = source_of("t", "one line");
    static const struct location places[] = {{0, 0, 0}, {2, 1, 1}, {INT32_MAX, INT32_MAX, INT32_MAX}, {-1, -1, -1}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct diagnostic diagnostic = {DIAGNOSTIC_ERROR, &source, places[i], "m", NULL};
        CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
        diagnostic_render(&diagnostic, &out);
        assert_null(strchr(buffer_text(&out), '^'));
    }
    struct diagnostic beyond = {DIAGNOSTIC_ERROR, &source, {1, 1000, 5}, "m", NULL};
    struct diagnostic nowhere = {DIAGNOSTIC_NOTE, NULL, {0}, "m", NULL};
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    diagnostic_render(&beyond, &out);
    buffer_clear(&out);
    diagnostic_render(&nowhere, &out);
    assert_string_equal(buffer_text(&out), "note: m\n");
}

static void findings_are_sorted_and_bounded(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = source_of("t", "");
    for (int i = 0; i < DIAGNOSTICS_MAX + 7; i++)
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, &source, (struct location){1000 - i, 1, 1}, "number %d", i);
    diagnostics_hint(diagnostics, "belongs to a dropped one");
    assert_int_equal(diagnostics_count(diagnostics), DIAGNOSTICS_MAX);
    assert_int_equal(diagnostics_error_count(diagnostics), DIAGNOSTICS_MAX + 7);
    assert_null(diagnostics_at(diagnostics, DIAGNOSTICS_MAX));
    assert_null(diagnostics_at(diagnostics, DIAGNOSTICS_MAX - 1)->hint);
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    diagnostics_render(diagnostics, &out);
    assert_non_null(strstr(out.data, "t:801:1: error: number 199\n"));
    assert_ptr_equal(strstr(out.data, "t:801:1"), out.data);
    assert_non_null(strstr(out.data, "and 7 more\n"));
    assert_true(diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, &source, (struct location){1, 1, 1}, "w"));
}

static void warnings_of_one_kind_are_dropped(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source source = source_of("t", "");
    static const char *const messages[] = {"i was never used", "i is large", "j was never used"};
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, &source, (struct location){1, 1, 1}, "%s", messages[i]);
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, &source, (struct location){1, 1, 1}, "never used");
    diagnostics_drop_warnings(diagnostics, "never used");
    assert_int_equal(diagnostics_count(diagnostics), 2);
    assert_string_equal(diagnostics_at(diagnostics, 0)->message, "i is large");
    assert_int_equal(diagnostics_error_count(diagnostics), 1);
}

static void offsets_become_lines_and_columns(void **state)
{
    (void)state;
    struct source source = source_of("t", "ab\ncd");
    struct location location = source_location(&source, 4, 0);
    assert_int_equal(location.line, 2);
    assert_int_equal(location.column, 2);
    assert_int_equal(location.length, 1);
    location = source_location(&source, 999, 3);
    assert_int_equal(location.line, 2);
    assert_int_equal(location.column, 3);
}

static void the_nearest_name_is_near(void **state)
{
    (void)state;
    static const char *const names[] = {"f16", "f32", "f64", "uniform", "normal"};
    assert_string_equal(diagnostics_nearest("unifrom", names, 5), "uniform");
    assert_string_equal(diagnostics_nearest("norml", names, 5), "normal");
    assert_string_equal(diagnostics_nearest("f33", names, 5), "f32");
    assert_null(diagnostics_nearest("launch", names, 5));
    assert_null(diagnostics_nearest("", names, 5));
    assert_null(diagnostics_nearest("x", names, 5));
    static const char *const words[] = {"\345\265\214\345\205\245", "\347\272\277\347\250\213\345\235\227"};
    assert_null(diagnostics_nearest("\345\220\214\346\255\245", words, 2)); /* no letter is the same */
    assert_string_equal(diagnostics_nearest("\347\272\277\347\250\213\345\277\253", words, 2), words[1]);
    char huge[5000];
    memset(huge, 'a', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    assert_null(diagnostics_nearest(huge, names, 5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_caret_points_at_the_place),
        cmocka_unit_test(the_caret_stands_under_tabs_and_wide_characters),
        cmocka_unit_test(hostile_sources_are_rendered_harmless),
        cmocka_unit_test(places_that_do_not_exist_show_no_line),
        cmocka_unit_test(findings_are_sorted_and_bounded),
        cmocka_unit_test(warnings_of_one_kind_are_dropped),
        cmocka_unit_test(offsets_become_lines_and_columns),
        cmocka_unit_test(the_nearest_name_is_near),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
