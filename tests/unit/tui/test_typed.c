/* Tests a typed line: its cursor, and the keys that change it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tui/keys/key.h"
#include "tui/shell/typed.h"

/* Types the keys: names between spaces. The result has | at the cursor. */
static void assert_typed(const char *keys, const char *expected)
{
    struct typed typed = {0};
    struct buffer shown = BUFFER_INIT;
    while (*keys) {
        size_t length = strcspn(keys, " ");
        int32_t key = key_parse(keys, length);
        assert_true(typed_key(&typed, strncmp(keys, "Space", length) == 0 ? ' ' : key));
        keys += length;
        keys += strspn(keys, " ");
    }
    size_t cursor = typed_cursor(&typed);
    buffer_append(&shown, buffer_text(&typed.text), cursor);
    buffer_append_text(&shown, "|");
    buffer_append_text(&shown, buffer_text(&typed.text) + cursor);
    assert_string_equal(buffer_text(&shown), expected);
    buffer_done(&shown);
    typed_done(&typed);
}

static void test_characters_go_to_the_cursor(void **state)
{
    (void)state;
    assert_typed("a c Left b", "ab|c");
    assert_typed("b Home a End c", "abc|");
    assert_typed("b ^A a ^E c ^B ^B ^F", "ab|c");
    assert_typed("Left Right Backspace Del a", "a|");
    assert_typed("é 线 Left Left Left", "|é线");
    assert_typed("é 线 Left x", "éx|线");
}

static void test_keys_remove(void **state)
{
    (void)state;
    assert_typed("a b c Left Backspace", "a|c");
    assert_typed("a b c Home Del", "|bc");
    assert_typed("a b c Home Del ^D ^D ^D", "|");
    assert_typed("a b c Left ^U", "|c");
    assert_typed("a b c Left ^K", "ab|");
    assert_typed("a Space b c Space ^W", "a |");
    assert_typed("a Space b c Left ^W", "a |c");
    assert_typed("^W ^U ^K Backspace", "|");
}

static void test_a_full_line(void **state)
{
    struct typed typed = {0};
    (void)state;
    for (int i = 0; i < TYPED_BYTES_MAX; i++)
        assert_true(typed_key(&typed, 'a'));
    assert_false(typed_key(&typed, 'a'));
    assert_false(typed_key(&typed, KEY_CODE_UP));
    assert_int_equal(typed.text.size_bytes, TYPED_BYTES_MAX);
    typed_clear(&typed);
    assert_int_equal(typed_cursor(&typed), 0);
    typed_done(&typed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters_go_to_the_cursor),
        cmocka_unit_test(test_keys_remove),
        cmocka_unit_test(test_a_full_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
