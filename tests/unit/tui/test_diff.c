/* Tests line differences of two texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "tui/screens/attempts/diff.h"

static void assert_diff(const char *old_text, const char *new_text, const char *expected)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    size_t count;
    struct diff_line *lines = diff_make(arena, old_text, strlen(old_text), new_text, strlen(new_text), &count);
    for (size_t i = 0; i < count; i++) {
        buffer_append_char(&text, " -+"[lines[i].kind]);
        buffer_append(&text, lines[i].text, lines[i].size_bytes);
        buffer_append_char(&text, '\n');
    }
    assert_string_equal(buffer_text(&text), expected);
}

static void test_same(void **state)
{
    (void)state;
    assert_diff("", "", "");
    assert_diff("a\nb\n", "a\nb", " a\n b\n");
}

static void test_changes(void **state)
{
    (void)state;
    assert_diff("a\nb\nc\n", "a\nx\nc\n", " a\n-b\n+x\n c\n");
    assert_diff("a\nc\n", "a\nb\nc\n", " a\n+b\n c\n");
    assert_diff("a\nb\nc\n", "c\n", "-a\n-b\n c\n");
    assert_diff("", "a\n", "+a\n");
    assert_diff("a\na\n", "a\na\na\n", " a\n a\n+a\n");
    assert_diff("1\n2\n3\n4\n5\n", "0\n2\n4\n5\n6\n", "-1\n+0\n 2\n-3\n 4\n 5\n+6\n");
}

static void test_line_numbers(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    size_t count;
    struct diff_line *lines = diff_make(arena, "a\nb\nc\n", 6, "b\nx\nc\n", 6, &count);
    assert_int_equal(count, 4);
    assert_int_equal(lines[0].old_line, 1);
    assert_int_equal(lines[0].new_line, 0);
    assert_int_equal(lines[1].old_line, 2);
    assert_int_equal(lines[1].new_line, 1);
    assert_int_equal(lines[2].new_line, 2);
    assert_int_equal(lines[3].old_line, 3);
}

/* Every line of both texts appears once. */
static void test_nothing_is_lost(void **state)
{
    (void)state;
    unsigned random = 1;
    for (int round = 0; round < 200; round++) {
        char old_text[64], new_text[64];
        for (int i = 0; i < 60; i++) {
            random = random * 1103515245 + 12345;
            old_text[i] = i % 2 ? '\n' : (char)('a' + (random >> 16) % 3);
            new_text[i] = i % 2 ? '\n' : (char)('a' + (random >> 20) % 3);
        }
        CLEANUP(arena_free) struct arena *arena = arena_new();
        size_t count, old_count = 0, new_count = 0;
        struct diff_line *lines = diff_make(arena, old_text, 60, new_text, 60, &count);
        for (size_t i = 0; i < count; i++) {
            old_count += lines[i].kind != DIFF_NEW;
            new_count += lines[i].kind != DIFF_GONE;
            assert_true(lines[i].kind == DIFF_NEW || lines[i].old_line == (int)old_count);
            assert_true(lines[i].kind == DIFF_GONE || lines[i].new_line == (int)new_count);
        }
        assert_int_equal(old_count, 30);
        assert_int_equal(new_count, 30);
    }
}

static void test_long_texts_are_replaced_whole(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer old_text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer new_text = BUFFER_INIT;
    size_t count;
    buffer_append_text(&old_text, "head\n");
    buffer_append_text(&new_text, "head\n");
    buffer_append_repeat(&old_text, "a\n", DIFF_LINES_MAX + 1);
    buffer_append_repeat(&new_text, "b\n", DIFF_LINES_MAX + 1);
    struct diff_line *lines = diff_make(arena, buffer_text(&old_text), old_text.size_bytes, buffer_text(&new_text),
                                        new_text.size_bytes, &count);
    assert_int_equal(count, 1 + 2 * (DIFF_LINES_MAX + 1));
    assert_int_equal(lines[1].kind, DIFF_GONE);
    assert_int_equal(lines[count - 1].kind, DIFF_NEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_line_numbers),
        cmocka_unit_test(test_nothing_is_lost),
        cmocka_unit_test(test_long_texts_are_replaced_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
