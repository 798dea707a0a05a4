/* Tests text: harmless output, width, padding, wrapping. */
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"

static void assert_sanitised(const char *text, size_t size_bytes, const char *expected)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_sanitise(&out, text, size_bytes);
    assert_string_equal(buffer_text(&out), expected);
}

static void what_a_terminal_could_obey_is_removed(void **state)
{
    (void)state;
    assert_sanitised("a\x1b[31mred\x07\x7f", 10, "a[31mred");
    assert_sanitised("x\0y", 3, "xy");
    assert_sanitised("line\r\n\tnext", 11, "line\n\tnext");
    assert_sanitised("\xC2\x9b"
                     "2J",
                     4, "2J"); /* C1 CSI */
    assert_sanitised("a\xE2\x80\xAE"
                     "b\xE2\x81\xA6"
                     "c",
                     9, "abc"); /* U+202E, U+2066 */
    assert_sanitised("\xF3\xA0\x81\x81"
                     "z",
                     5, "z"); /* tag letter */
}

static void invalid_utf8_becomes_the_replacement_character(void **state)
{
    (void)state;
    assert_sanitised("a\xFF"
                     "b",
                     3,
                     "a\xEF\xBF\xBD"
                     "b");
    assert_sanitised("\xC0\xAF", 2, "\xEF\xBF\xBD\xEF\xBF\xBD");                 /* overlong */
    assert_sanitised("\xED\xA0\x80", 3, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"); /* surrogate */
    assert_sanitised("\xE4\xB8", 2, "\xEF\xBF\xBD\xEF\xBF\xBD");                 /* cut short */
    assert_sanitised("\xF4\x90\x80\x80", 4, "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

static void a_line_has_no_line_breaks(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_sanitise_line(&out,
                       "a\n\tb\xE2\x80\xA8"
                       "c",
                       8);
    assert_string_equal(buffer_text(&out), "a  b c");
}

static void capitals_reach_beyond_ascii(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_upper(&out, "investigación 1, \xff, 基础");
    assert_string_equal(buffer_text(&out), "INVESTIGACIÓN 1, \xEF\xBF\xBD, 基础");
}

static void width_counts_cells(void **state)
{
    (void)state;
    assert_int_equal(text_width(""), 0);
    assert_int_equal(text_width("abc"), 3);
    assert_int_equal(text_width("\xE4\xBD\xA0\xE5\xA5\xBD"), 4);                     /* two wide characters */
    assert_int_equal(text_width("e\xCC\x81"), 1);                                    /* e + combining acute */
    assert_int_equal(text_width("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB"), 2); /* joined emoji */
    assert_int_equal(text_width("\xFF"), 1);
}

static void cutting_never_splits_a_cluster(void **state)
{
    (void)state;
    const char *wide = "a\xE4\xBD\xA0"
                       "b";
    assert_int_equal(text_cut(wide, strlen(wide), 2), 1);
    assert_int_equal(text_cut(wide, strlen(wide), 3), 4);
    assert_int_equal(text_cut("e\xCC\x81x", 4, 1), 3);
    assert_int_equal(text_cut("abc", 3, 0), 0);
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_cut(&out, "abcdef", 4, true);
    text_append_cut(&out, "|abc", 4, true);
    text_append_cut(&out, "xyz", 2, false);
    assert_string_equal(buffer_text(&out), "abc>|abcx\xE2\x80\xA6");
}

static void padding_fills_exactly(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_padded(&out, "ab", 5, TEXT_LEFT);
    text_append_padded(&out, "ab", 5, TEXT_RIGHT);
    text_append_padded(&out, "ab", 5, TEXT_CENTER);
    assert_string_equal(buffer_text(&out), "ab      ab ab  ");
    buffer_clear(&out);
    text_append_padded(&out, "\xE4\xBD\xA0\xE5\xA5\xBD", 3, TEXT_LEFT); /* the second does not fit */
    assert_int_equal(text_width(buffer_text(&out)), 3);
}

static void assert_centred(const char *text, int columns)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_padded(&out, text, columns, TEXT_CENTER);
    assert_int_equal(text_width(buffer_text(&out)), columns);
}

static void spaces_around_a_text_keep_its_width(void **state)
{
    (void)state;
    assert_centred("\u302e", 7);       /* a mark of two columns with nothing before it */
    assert_centred("\u0301\u302e", 7); /* after an accent */
    assert_centred("\ufe0f", 7);       /* the emoji form of nothing */
    assert_centred("\u0301\ufe0f", 7);
    assert_centred("\U0001f3fd", 7); /* a colour of skin */
    assert_centred("x\u0d4e", 7);    /* it joins the next character */
    assert_centred("\uff9e \u0301\u302e", 7);
    assert_int_equal(text_width("\u2764\ufe0f"), 2); /* a heart as an emoji */
}

static void tabs_expand_to_stops(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_expanded(&out, "\ta\tbcd\te", 8, 4);
    assert_string_equal(buffer_text(&out), "    a   bcd e");
}

static void assert_wrapped(const char *text, int columns, const char *expected)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct text_span *lines;
    size_t count = text_wrap(arena, text, columns, &lines);
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_append_char(&out, '|');
        buffer_append(&out, lines[i].start, lines[i].size_bytes);
        assert_true(text_width_bytes(lines[i].start, lines[i].size_bytes) <= (columns < 2 ? 2 : columns));
    }
    assert_string_equal(buffer_text(&out), expected);
}

static void wrapping_breaks_at_spaces_first(void **state)
{
    (void)state;
    assert_wrapped("", 10, "");
    assert_wrapped("one two three", 7, "one two|three");
    assert_wrapped("one two three", 8, "one two|three");
    assert_wrapped("one  two", 4, "one|two");
    assert_wrapped("a\n\nb\n", 5, "a||b|");
    assert_wrapped("abcdefgh ij", 3, "abc|def|gh|ij");
    assert_wrapped("  indented text", 10, "  indented|text");
    assert_wrapped("保存。好", 4, "保|存。|好");
    assert_wrapped("保存，好", 6, "保存，|好");
    assert_wrapped("\xE4\xBD\xA0\xE5\xA5\xBD\xE5\x90\x97", 4, "\xE4\xBD\xA0\xE5\xA5\xBD|\xE5\x90\x97");
    assert_wrapped("一二（x 七）", 6, "一二|（x|七）");                         /* no opening bracket ends a line */
    assert_wrapped("\xE4\xBD\xA0\xE5\xA5\xBD", 1, "\xE4\xBD\xA0|\xE5\xA5\xBD"); /* wider than the column: still ends */
    assert_wrapped("word   ", 4, "word");
    assert_wrapped("word  \xD6\xA4", 5, "word|\xD6\xA4"); /* a space under an accent takes its column */
}

static void wrapping_keeps_numbers_and_percent_together(void **state)
{
    (void)state;
    assert_wrapped("reaches 42 % of it", 11, "reaches|42 % of it");
    assert_wrapped("reaches 42 % of it", 10, "reaches|42 % of it");
    assert_wrapped("reaches 42 % of it", 12, "reaches 42 %|of it");
    assert_wrapped("a % b", 2, "a|%|b");
    assert_wrapped("12 * 268 435 456", 12, "12 *|268 435 456");
    assert_wrapped("2048 435 words", 8, "2048 435|words");
    assert_wrapped("42 % b", 2, "42|%|b"); /* if there is no room */
    assert_wrapped("12 %", 5, "12 %");
}

static void assert_si(double value, const char *unit, const char *expected)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_si(&out, value, unit);
    assert_string_equal(buffer_text(&out), expected);
}

static void si_units_have_three_digits(void **state)
{
    (void)state;
    assert_si(3.01e12, "B/s", "3.01 TB/s");
    assert_si(0.412, "s", "412 ms");
    assert_si(0, "B", "0 B");
    assert_si(999.4, "B", "999 B");
    assert_si(999.6, "B", "1 kB");
    assert_si(-1500, "", "-1.5 k");
    assert_si(1e-9, "s", "1 ns");
    assert_si(NAN, "s", "nan s");
    assert_si(-INFINITY, "", "-inf");
    assert_si(1e30, "B", "1.00e+30 B");
    assert_si(1e-20, "s", "1.00e-20 s");
}

static void counts_bytes_and_durations_read_naturally(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    text_append_count(&out, 67108864);
    buffer_append_char(&out, '|');
    text_append_count(&out, 1000);
    buffer_append_char(&out, '|');
    text_append_count(&out, 100003);
    buffer_append_char(&out, '|');
    text_append_count(&out, INT64_MIN);
    buffer_append_char(&out, '|');
    text_append_grouped(&out, INT64_MIN + 1);
    buffer_append_char(&out, '|');
    text_append_bytes(&out, 1536);
    buffer_append_char(&out, '|');
    text_append_bytes(&out, UINT64_MAX);
    buffer_append_char(&out, '|');
    text_append_duration(&out, 75);
    buffer_append_char(&out, '|');
    text_append_duration(&out, 0.000412);
    buffer_append_char(&out, '|');
    text_append_duration(&out, 7260);
    buffer_append_char(&out, '|');
    text_append_percent(&out, 0.853);
    assert_string_equal(buffer_text(&out),
                        "64 Mi|1000|100 003|-8 Ei|-9 223 372 036 854 775 807|1.5 KiB|16 EiB|1 min 15 s|"
                        "412 us|2 h 1 min|85.3 %");
}

static void microseconds_have_their_letter_where_it_can_be_shown(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    setlocale(LC_CTYPE, "C.UTF-8");
    text_append_duration(&out, 0.000412);
    assert_string_equal(text_micro(), "μ");
    setlocale(LC_CTYPE, "C");
    text_append_duration(&out, 0.000412);
    assert_string_equal(text_micro(), "u");
    assert_string_equal(buffer_text(&out), "412 μs412 us");
}

static void factors_have_three_digits_and_no_exponent(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},
                 {0.0004, "<0.001"},
                 {0.083333, "0.0833"},
                 {0.5, "0.5"},
                 {1.346, "1.35"},
                 {84.02, "84"},
                 {999.4, "999"},
                 {999.6, "1000"},
                 {7834.2, "7830"},
                 {1.2e7, "12 000 000"},
                 {INFINITY, "9 000 000 000 000 000 000"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[TEXT_FACTOR_BYTES];
        assert_string_equal(text_format_factor(cases[i].value, text), cases[i].text);
    }
}

static void sentences_are_apart_as_their_language_does(void **state)
{
    (void)state;
    assert_string_equal(text_gap_after("One."), " ");
    assert_string_equal(text_gap_after("\u4e00"), " ");
    assert_string_equal(text_gap_after("\u4e00\u3002"), "");
    assert_string_equal(text_gap_after("\uff1f"), "");
    assert_string_equal(text_gap_after(""), "");
}

static void wide_words_stand_together(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_append_text(&text, "\u4e00 \u4e8c \uff0c a \u4e03 \u4e00 ");
    text_close_gaps(&text, 4);
    assert_string_equal(buffer_text(&text), "\u4e00 \u4e8c\uff0c a \u4e03\u4e00 ");
    assert_int_equal(text.size_bytes, strlen(buffer_text(&text)));
    text_close_gaps(&text, 0);
    assert_string_equal(buffer_text(&text), "\u4e00\u4e8c\uff0c a \u4e03\u4e00 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_terminal_could_obey_is_removed),
        cmocka_unit_test(invalid_utf8_becomes_the_replacement_character),
        cmocka_unit_test(a_line_has_no_line_breaks),
        cmocka_unit_test(capitals_reach_beyond_ascii),
        cmocka_unit_test(width_counts_cells),
        cmocka_unit_test(cutting_never_splits_a_cluster),
        cmocka_unit_test(padding_fills_exactly),
        cmocka_unit_test(spaces_around_a_text_keep_its_width),
        cmocka_unit_test(tabs_expand_to_stops),
        cmocka_unit_test(wrapping_breaks_at_spaces_first),
        cmocka_unit_test(wrapping_keeps_numbers_and_percent_together),
        cmocka_unit_test(si_units_have_three_digits),
        cmocka_unit_test(sentences_are_apart_as_their_language_does),
        cmocka_unit_test(wide_words_stand_together),
        cmocka_unit_test(factors_have_three_digits_and_no_exponent),
        cmocka_unit_test(microseconds_have_their_letter_where_it_can_be_shown),
        cmocka_unit_test(counts_bytes_and_durations_read_naturally),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
