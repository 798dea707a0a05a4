/* Tests the canvas: wide characters, clipping, minimal output. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tui/terminal/backend_text.h"

struct drawing {
    struct backend_text *backend;
    struct canvas *canvas;
};

static void begin(struct drawing *drawing, int width, int height, bool ascii)
{
    drawing->backend = backend_text_new();
    backend_text_resize(drawing->backend, width, height);
    drawing->canvas = canvas_new(&backend_text_functions, drawing->backend, ascii);
    canvas_resize(drawing->canvas, width, height);
}

static void end(struct drawing *drawing)
{
    canvas_free(drawing->canvas);
    backend_text_free(drawing->backend);
}

static void assert_shows(struct drawing *drawing, bool styles, const char *expected)
{
    CLEANUP(buffer_done) struct buffer screen = BUFFER_INIT;
    canvas_present(drawing->canvas, false);
    backend_text_dump(drawing->backend, styles, &screen);
    assert_string_equal(buffer_text(&screen), expected);
}

static void test_text_is_clipped(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 8, 2, false);
    assert_int_equal(canvas_text(drawing.canvas, 5, 0, STYLE_NORMAL, "abcdef"), 6);
    canvas_text(drawing.canvas, -2, 1, STYLE_NORMAL, "xyz");
    canvas_text(drawing.canvas, 0, 7, STYLE_NORMAL, "nowhere");
    assert_shows(&drawing, false, "     abc\nz\n");
    struct rect before = canvas_clip(drawing.canvas, (struct rect){2, 0, 2, 1});
    canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL, "12345678");
    canvas_clip(drawing.canvas, before);
    assert_shows(&drawing, false, "  34 abc\nz\n");
    end(&drawing);
}

static void test_wide_characters_keep_whole(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 6, 1, false);
    assert_int_equal(canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL, "宽字符号"), 8);
    assert_shows(&drawing, false, "宽字符\n");
    canvas_text(drawing.canvas, 1, 0, STYLE_NORMAL, "x"); /* covers the left half of a character */
    canvas_text(drawing.canvas, 4, 0, STYLE_NORMAL, "y"); /* covers the right half */
    assert_shows(&drawing, false, " x字y\n");
    canvas_clear(drawing.canvas);
    canvas_text(drawing.canvas, 5, 0, STYLE_NORMAL, "宽"); /* does not fit: no part is drawn */
    assert_shows(&drawing, false, "\n");
    end(&drawing);
}

static void test_text_cannot_control_the_terminal(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 20, 1, false);
    canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL,
                "a\033[31mb\007c\xC2\x9B"
                "2Jd\te\xFF");
    for (int x = 0; x < 20; x++) {
        const struct cell *cell = canvas_cell(drawing.canvas, x, 0);
        assert_true((unsigned char)cell->text[0] >= 0x20 && cell->text[0] != 0x7F);
        assert_false((unsigned char)cell->text[0] == 0xC2 && (unsigned char)cell->text[1] < 0xA0);
    }
    end(&drawing);
}

static void test_long_clusters_fit_a_cell(void **state)
{
    struct drawing drawing;
    char cluster[200] = "e";
    (void)state;
    for (int i = 0; i < 60; i++)
        strcat(cluster, "\xCC\x81");
    begin(&drawing, 4, 1, false);
    assert_int_equal(canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL, cluster), 1);
    assert_true(strlen(canvas_cell(drawing.canvas, 0, 0)->text) < CELL_TEXT_BYTES);
    end(&drawing);
}

static void test_only_changes_are_written(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 10, 3, false);
    canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL, "hello");
    canvas_present(drawing.canvas, false);
    assert_int_equal(backend_text_take_written(drawing.backend), 30); /* the first frame is complete */
    canvas_clear(drawing.canvas);
    canvas_text(drawing.canvas, 0, 0, STYLE_NORMAL, "hello");
    canvas_present(drawing.canvas, false);
    assert_int_equal(backend_text_take_written(drawing.backend), 0);
    canvas_text(drawing.canvas, 1, 0, STYLE_NORMAL, "a");
    canvas_text(drawing.canvas, 9, 2, STYLE_BAD, " ");
    canvas_present(drawing.canvas, false);
    assert_int_equal(backend_text_take_written(drawing.backend), 2);
    canvas_present(drawing.canvas, true);
    assert_int_equal(backend_text_take_written(drawing.backend), 30);
    end(&drawing);
}

static void test_styles_and_selection(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 6, 1, false);
    canvas_text(drawing.canvas, 0, 0, STYLE_TITLE, "ab");
    canvas_text(drawing.canvas, 2, 0, STYLE_BAD, "cd");
    canvas_select(drawing.canvas, (struct rect){3, 0, 9, 9});
    assert_shows(&drawing, true, "abcd\nTTb###\n");
    end(&drawing);
}

static void test_ascii_twins(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 30, 2, true);
    canvas_mark(drawing.canvas, 0, 0, STYLE_NORMAL, MARK_PASSED);
    canvas_text(drawing.canvas, 2, 0, STYLE_NORMAL, "┌─┐│▶é宽≤…ºBᵀ");
    canvas_cut(drawing.canvas, 0, 1, 5, STYLE_NORMAL, "a long word");
    assert_shows(&drawing, false,
                 "* +-+|>e?"
                 "?<.oBT\na lo>\n");
    end(&drawing);
}

static void test_every_mark_has_a_twin_of_its_width(void **state)
{
    (void)state;
    for (int i = 0; i < MARK_COUNT; i++) {
        const char *ascii = mark_text((enum mark)i, true);
        assert_int_equal(strlen(ascii), 1);
        assert_true(ascii[0] > 0x20 && ascii[0] < 0x7F);
        assert_string_not_equal(ascii, mark_text((enum mark)i, false));
    }
}

static void test_every_style_has_its_letter(void **state)
{
    (void)state;
    struct theme themes[] = {{0, false}, {8, false}, {16, true}, {256, false}, {256, true}};
    for (int i = 0; i < STYLE_COUNT; i++) {
        for (int j = 0; j < i; j++)
            assert_int_not_equal(theme_letter((enum style)i), theme_letter((enum style)j));
        for (size_t t = 0; t < sizeof themes / sizeof themes[0]; t++) {
            struct look look = theme_look(&themes[t], (enum style)i);
            assert_true(look.colour >= -1 && look.colour < (themes[t].colours ? themes[t].colours : 1));
            assert_true(themes[t].colours > 0 || look.colour == -1);
        }
    }
}

static void test_code_in_a_sentence_shows_without_colours(void **state)
{
    (void)state;
    struct theme none = {0, false}, some = {256, false};
    assert_true(theme_look(&none, STYLE_CODE_SPAN).attributes & CELL_BOLD);
    assert_false(theme_look(&some, STYLE_CODE_SPAN).attributes & CELL_BOLD);
}

/* Of a channel of 8 bits, as WCAG counts it. */
static double linear(int channel)
{
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4);
}

/* Of one of the 256 colours: the cube of 6 x 6 x 6 from 16 on, then the greys. */
static double luminance(int colour)
{
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    int cube = colour - 16, grey = 8 + 10 * (colour - 232);
    if (colour >= 232)
        return linear(grey);
    return 0.2126 * linear(steps[cube / 36]) + 0.7152 * linear(steps[cube / 6 % 6]) + 0.0722 * linear(steps[cube % 6]);
}

static void test_colours_can_be_read(void **state)
{
    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++) {
        int dark = theme_look(&(struct theme){256, false}, (enum style)i).colour;
        int light = theme_look(&(struct theme){256, true}, (enum style)i).colour;
        if (dark >= 0)
            assert_true((luminance(dark) + 0.05) / 0.05 >= 4.5);
        if (light >= 0)
            assert_true(1.05 / (luminance(light) + 0.05) >= 4.5);
    }
}

static void test_background_from_colorfgbg(void **state)
{
    (void)state;
    assert_true(theme_is_light("0;15"));
    assert_true(theme_is_light("0;default;7"));
    assert_false(theme_is_light("15;0"));
    assert_false(theme_is_light("12;8"));
    assert_false(theme_is_light(NULL));
    assert_false(theme_is_light("nonsense"));
    assert_false(theme_is_light("0;"));
    assert_false(theme_is_light("0;default"));
}

static void test_sides_are_bounded(void **state)
{
    struct drawing drawing;
    (void)state;
    begin(&drawing, 10, 2, false);
    canvas_resize(drawing.canvas, 0, -3);
    assert_int_equal(canvas_bounds(drawing.canvas).width, 1);
    canvas_resize(drawing.canvas, 1000000, 5);
    assert_int_equal(canvas_bounds(drawing.canvas).width, CANVAS_SIDE_MAX);
    end(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_is_clipped),
        cmocka_unit_test(test_wide_characters_keep_whole),
        cmocka_unit_test(test_text_cannot_control_the_terminal),
        cmocka_unit_test(test_long_clusters_fit_a_cell),
        cmocka_unit_test(test_only_changes_are_written),
        cmocka_unit_test(test_styles_and_selection),
        cmocka_unit_test(test_ascii_twins),
        cmocka_unit_test(test_every_mark_has_a_twin_of_its_width),
        cmocka_unit_test(test_code_in_a_sentence_shows_without_colours),
        cmocka_unit_test(test_every_style_has_its_letter),
        cmocka_unit_test(test_colours_can_be_read),
        cmocka_unit_test(test_background_from_colorfgbg),
        cmocka_unit_test(test_sides_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
