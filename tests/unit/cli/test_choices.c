/* Tests how the choices of an option are wrapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cli/choices.h"

static void assert_shown(int columns, const char *expected)
{
    struct quiz_choice choices[] = {{.say = "yes"}, {.say = "a dot product of dim random terms grows like its root"}};
    struct quiz quiz = {.choices = choices, .choice_count = 2};
    struct buffer text = BUFFER_INIT;
    choices_append(&quiz, columns, false, &text);
    assert_string_equal(buffer_text(&text), expected);
    buffer_done(&text);
}

static void long_choices_are_wrapped(void **state)
{
    (void)state;
    assert_shown(36, "  1. yes\n"
                     "  2. a dot product of dim random\n"
                     "     terms grows like its root\n");
}

static void in_a_wide_window_a_choice_is_a_line(void **state)
{
    (void)state;
    assert_shown(120, "  1. yes\n"
                      "  2. a dot product of dim random terms grows like its root\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_choices_are_wrapped),
        cmocka_unit_test(in_a_wide_window_a_choice_is_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
