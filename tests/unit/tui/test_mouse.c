/* Tests reports of the mouse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/keys/key.h"
#include "tui/terminal/mouse.h"

/* Feeds a report. It must end with its last character. */
static int32_t read_report(enum mouse_form form, const char *characters)
{
    struct mouse_report report;
    int32_t key = 0;
    mouse_begin(&report, form);
    for (; *characters; characters++) {
        assert_int_not_equal(report.form, MOUSE_NONE);
        key = mouse_take(&report, (unsigned char)*characters);
    }
    assert_int_equal(report.form, MOUSE_NONE);
    return key;
}

static void test_presses(void **state)
{
    (void)state;
    assert_int_equal(read_report(MOUSE_NUMBERS, "0;8;4M"), key_of_click(7, 3));
    assert_int_equal(read_report(MOUSE_NUMBERS, "16;1000;300M"), key_of_click(999, 299));
    assert_int_equal(read_report(MOUSE_CHARACTERS, " ($"), key_of_click(7, 3));
}

static void test_the_wheel_has_a_place(void **state)
{
    (void)state;
    assert_int_equal(read_report(MOUSE_NUMBERS, "64;8;4M"), key_of_wheel(7, 3, false));
    assert_int_equal(read_report(MOUSE_NUMBERS, "65;8;4M"), key_of_wheel(7, 3, true));
    assert_int_equal(read_report(MOUSE_CHARACTERS, "`($"), key_of_wheel(7, 3, false));
    assert_int_equal(read_report(MOUSE_CHARACTERS, "a($"), key_of_wheel(7, 3, true));
}

static void test_other_events_are_no_key(void **state)
{
    static const char *const reports[] = {"0;8;4m",    "1;8;4M",    "2;8;4M",  "66;8;4M", "67;8;4m",      "32;8;4M",
                                          "128;8;4M",  "0;2000;4M", "0;0;0M",  "0;8;4x",  "0;8M",         "M",
                                          ";;m",       "\033",      "0;8;4;5", "-",       "0;9999999999", "64;0;4M",
                                          "65;2000;4M"};
    (void)state;
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        struct mouse_report report;
        mouse_begin(&report, MOUSE_NUMBERS);
        for (const char *at = reports[i]; *at && report.form != MOUSE_NONE; at++)
            assert_int_equal(mouse_take(&report, *at), 0);
        assert_int_equal(report.form, MOUSE_NONE);
    }
    assert_int_equal(read_report(MOUSE_CHARACTERS, "#($"), 0); /* a release */
    assert_int_equal(read_report(MOUSE_CHARACTERS, " \n\n"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presses),
        cmocka_unit_test(test_the_wheel_has_a_place),
        cmocka_unit_test(test_other_events_are_no_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
