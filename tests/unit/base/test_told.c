/* Tests told sentences: nested ones, forms for counts, and texts that were cut off. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/told.h"

static char told[400];

static void says(const char *text, const char *wanted)
{
    struct arena *arena = arena_new();
    assert_string_equal(told_english(arena, text), wanted);
    assert_string_equal(told_local(arena, text), wanted); /* no catalogue is open */
    arena_free(arena);
}

static void test_fields_are_filled(void **state)
{
    (void)state;
    size_t length =
        told_print(told, sizeof told, "{who} reads {place} in {x}", "who=%s" TOLD_AND "place=c[%d]", "i", 3);
    assert_int_equal(length, strlen(told));
    says(told, "i reads c[3] in {x}");
    says("plain = {text}", "plain = {text}");
    says("", "");
}

static void test_sentences_are_nested_and_follow_each_other(void **state)
{
    (void)state;
    char who[100];
    size_t length;
    told_print(who, sizeof who, "thread {t} of block {b}", "t=(%d)" TOLD_AND "b=(%d)", 1, 2);
    length = told_print(told, sizeof told, "{who} reads a=b", "who=%s", who);
    told_print(told + length, sizeof told - length, "; {line} uses it", "line=%d", 7);
    says(told, "thread (1) of block (2) reads a=b; 7 uses it");
    says(told_rest(told), "; 7 uses it");
    says(told_rest("plain"), "");
    says(told_find(told, "; {line} uses it"), "; 7 uses it");
    assert_non_null(told_find(told, "thread {t} of block {b}"));
    assert_null(told_find(told, "thread {t}"));
}

static void format(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void format(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t length = told_format(told, sizeof told, format, arguments);
    va_end(arguments);
    assert_int_equal(length, strlen(told));
}

static void test_formats_keep_their_values(void **state)
{
    (void)state;
    char inner[100];
    format("nothing to fill");
    says(told, "nothing to fill");
    format("%d %% of %.*s, 0x%llx and %5.2f%c at %zu of %lu", -3, 4, "nameless", 255ULL, 1.5, '!', (size_t)7, 8UL);
    says(told, "-3 % of name, 0xff and  1.50! at 7 of 8");
    assert_non_null(told_find(told, "%d %% of %.*s, 0x%llx and %5.2f%c at %zu of %lu"));
    format("'%s'", "a\x1b[31m\nb");
    assert_null(strpbrk(told, "\x1b\n"));
    told_print(inner, sizeof inner, "{n} registers", "n=%d", 4);
    format("line %d: %s", 12, inner);
    says(told, "line 12: 4 registers");
}

static void test_forms_go_by_the_first_field(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    told_print(told, sizeof told, "{n} byte of {b}" TOLD_OR "{n} bytes of {b}", "n=%d" TOLD_AND "b=%s", 1, "c");
    says(told, "1 byte of c");
    told_print(told, sizeof told, "{n} byte of {b}" TOLD_OR "{n} bytes of {b}", "n=%d" TOLD_AND "b=%s", 12, "c");
    says(told, "12 bytes of c");
    assert_string_equal(told_value(arena, told, "b"), "c");
    assert_null(told_value(arena, told, "x"));
    assert_null(told_value(arena, "plain", "b"));
    arena_free(arena);
}

/* Told sentences come from another process: any bytes must do no harm. */
static void test_broken_sentences_do_no_harm(void **state)
{
    (void)state;
    char whole[200];
    struct arena *arena = arena_new();
    char who[100];
    told_print(who, sizeof who, "thread {t}", "t=%d", 1);
    told_print(whole, sizeof whole, "{who} reads {n} byte" TOLD_OR "{who} reads {n} bytes", "n=%d" TOLD_AND "who=%s", 4,
               who);
    for (size_t length = 0; length <= strlen(whole); length++) {
        snprintf(told, sizeof told, "%.*s", (int)length, whole);
        const char *words = told_english(arena, told);
        for (const char *at = words; *at; at++)
            assert_true((unsigned char)*at > 4);
        told_rest(told);
        told_find(told, "thread {t}");
    }
    assert_int_equal(told_print(told, 10, "a long template", "x=%d", 1), 9);
    memset(told, 1, sizeof told - 1); /* deep nesting */
    told[sizeof told - 1] = '\0';
    assert_string_equal(told_english(arena, told), "");
    arena_free(arena);
}

/* Chinese has no space after its stop. */
static void test_sentences_are_apart_as_their_language_does(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(told_local(arena, TOLD_TEXT("One.") " " TOLD_TEXT("Two.")), "One. Two.");
    assert_string_equal(told_local(arena, TOLD_TEXT("\u4e00\u3002") " " TOLD_TEXT("\u4e8c")), "\u4e00\u3002\u4e8c");
    assert_string_equal(told_local(arena, TOLD_TEXT("\u4e00\u3002") " 2"), "\u4e00\u3002 2");
    arena_free(arena);
}

/* "writes" is followed by a name or by Chinese words. */
static void test_wide_words_have_no_space_between(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    told_print(told, sizeof told, "\u4e00 {at} \u4e8c", "at=%s", "\u4e03");
    assert_string_equal(told_local(arena, told), "\u4e00\u4e03\u4e8c");
    told_print(told, sizeof told, "\u4e00 {at} \u4e8c", "at=%s", "c[2]");
    assert_string_equal(told_local(arena, told), "\u4e00 c[2] \u4e8c");
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_are_filled),
        cmocka_unit_test(test_sentences_are_nested_and_follow_each_other),
        cmocka_unit_test(test_sentences_are_apart_as_their_language_does),
        cmocka_unit_test(test_wide_words_have_no_space_between),
        cmocka_unit_test(test_formats_keep_their_values),
        cmocka_unit_test(test_forms_go_by_the_first_field),
        cmocka_unit_test(test_broken_sentences_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
