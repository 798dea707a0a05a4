/* Tests Markdown in cells: blocks, spans, wrapping, nesting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "tui/draw/highlight.h"
#include "tui/draw/markdown.h"
#include "tui/tui.h"

static void assert_text(const char *markdown, int columns, bool ascii, const char *expected)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    tui_markdown_text(markdown, columns, ascii, &out);
    assert_string_equal(buffer_text(&out), expected);
}

static void test_paragraphs_wrap(void **state)
{
    (void)state;
    assert_text("one two three four", 9, false, "one two\nthree\nfour\n");
    assert_text("a\nb\n\nc", 20, false, "a b\n\nc\n");
    assert_text("**bold** and *soft* and `code`", 60, false, "bold and soft and code\n");
    assert_text("", 60, false, "");
}

static void test_lines_of_wide_text_join_without_a_space(void **state)
{
    (void)state;
    assert_text("缓存和\n内存", 20, false, "缓存和内存\n");
    assert_text("缓存\n**内存**\nL2\n缓存", 40, false, "缓存内存 L2 缓存\n");
    assert_text("a **b**\n**c** d\n- 缓存\n  内存", 40, false, "a b c d\n\n• 缓存内存\n");
}

static void test_products_are_no_emphasis(void **state)
{
    (void)state;
    assert_text("out[i*dim + j] = table[ids[i]*dim + j]", 60, false, "out[i*dim + j] = table[ids[i]*dim + j]\n");
    assert_text("(1-b)*g and rate*(s + d*w), *soft*", 60, false, "(1-b)*g and rate*(s + d*w), soft\n");
    assert_text("`i*w` is *the* index: r*n to r*n + 1", 60, false, "i*w is the index: r*n to r*n + 1\n");
    assert_text("一个*内核*，从*p*到*q*", 60, false, "一个内核，从p到q\n");
    assert_text("(*soft*) **bold**: x2", 60, false, "(soft) bold: x2\n");
    assert_text("```\na*b*c\n```\na*b*c", 60, false, "  a*b*c\n\na*b*c\n");
}

static void test_headings(void **state)
{
    (void)state;
    assert_text("# Title\ntext\n## Sub\nmore", 40, false, "Title\n─────\n\ntext\n\nSub\n\nmore\n");
    assert_text("# Title", 40, true, "Title\n-----\n");
}

static void test_lists(void **state)
{
    (void)state;
    assert_text("- one\n- two words that wrap\n  1. deep\n  2. er\n- three", 14, false,
                "• one\n• two words\n  that wrap\n  1. deep\n  2. er\n• three\n");
    assert_text("3. three\n4. four", 20, false, "3. three\n4. four\n");
}

static void test_tables(void **state)
{
    (void)state;
    assert_text("| a | bb |\n|---|---:|\n| `x` | 1 |\n| long cell | 22 |", 40, true,
                "a          bb\n---------  --\nx           1\nlong cell  22\n");
    assert_text("| a | b |\n|---|---|\n| one two three four | five six |", 16, true,
                "a        b\n-------  -------\none two  five\nthree    six\nfour\n");
    assert_text("| a | b |\n|---|---|\n| one two three | 2\302\240147\302\240483 |", 18, true,
                "a        b\n-------  ---------\none two  2 147 483\nthree\n"); /* a number is whole */
}

static void test_figures_are_kept(void **state)
{
    (void)state;
    assert_text("x\n\n```diagram\n┌──┐   wide line that is never wrapped\n└──┘\n```\n\ny", 12, false,
                "x\n\n┌──┐   wide line that is never wrapped\n└──┘\n\ny\n");
    assert_text("```diagram\n┌─▶\n```", 12, true, "+->\n");
    assert_text("```cuda\nint  i;\n```", 30, false, "  int  i;\n");
}

static void test_links_show_their_address(void **state)
{
    (void)state;
    assert_text("see [the page](https://example.org/a)", 60, false, "see the page <https://example.org/a>\n");
    assert_text("see [the first](lesson:w01-first) and [one](exercise:first)", 60, false, "see the first and one\n");
    assert_text("| a |\n|---|\n| [the first](lesson:w01-first) |", 60, false, "a\n─────────\nthe first\n");
    assert_text("1 &lt; 2 &amp; 3 &unknown;", 60, false, "1 < 2 & 3 &unknown;\n");
}

static void test_html_is_text(void **state)
{
    (void)state;
    assert_text("a <b>c</b>", 60, false, "a <b>c</b>\n");
}

static void test_control_characters_do_not_pass(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    tui_markdown_text("a\033[2Jb\n\n```\n\033]0;x\007\n```\n\n[l](<\033x>)\n\n| a\033 |\n|---|\n| \033 |", 40, false,
                      &out);
    assert_null(strchr(buffer_text(&out), '\033'));
    assert_null(strchr(buffer_text(&out), '\007'));
}

/* Deep nesting must not recurse or indent without a bound. */
static void test_deep_nesting(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    for (int i = 0; i < 200; i++) {
        buffer_append_repeat(&text, "  ", (size_t)i);
        buffer_append_text(&text, "- x\n");
    }
    buffer_append_repeat(&text, "> ", 500);
    buffer_append_repeat(&text, "*a ", 2000);
    tui_markdown_text(buffer_text(&text), 30, false, &out);
    assert_true(out.size_bytes > 200);
}

static void test_every_width_keeps_its_lines_short(void **state)
{
    (void)state;
    const char *text = "# Heading of words\n\nSome *text* 宽字符 with `code` in it.\n\n- item one\n  - nested item\n\n"
                       "| a | b |\n|---|---|\n| cell of words | 2 |\n";
    for (int columns = 12; columns < 100; columns++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        CLEANUP(page_done) struct page page = {0};
        page_init(&page, arena, columns, false);
        markdown_render(text, &page);
        for (size_t i = 0; i < page.count; i++)
            assert_true(page_line_width(&page.lines[i]) <= columns);
    }
}

static void assert_styles(const char *line, const char *expected)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(page_done) struct page page = {0};
    struct highlight highlight = {0};
    CLEANUP(buffer_done) struct buffer letters = BUFFER_INIT;
    page_init(&page, arena, 200, false);
    highlight_line(&highlight, line, strlen(line), &page);
    page_end_unwrapped(&page);
    for (size_t i = 0; i < page.lines[0].span_count; i++)
        for (size_t j = 0; j < page.lines[0].spans[i].size_bytes; j++)
            buffer_append_char(&letters, theme_letter(page.lines[0].spans[i].style));
    assert_string_equal(buffer_text(&letters), expected);
}

static void test_cuda_is_highlighted(void **state)
{
    (void)state;
    assert_styles("int i = 0x1F; // c", "ttt     nnnn  ////");
    assert_styles("__global__ void f()", "kkkkkkkkkk tttt    ");
    assert_styles("a = threadIdx.x;", "    uuuuuuuuu   ");
    assert_styles("//! launch f(a)", "ppppppppppppppp");
    assert_styles("\"a\\\"b\" 1.5e-3f", "ssssss nnnnnnn");
    assert_styles("#include <x>", "kkkkkkkk    ");
    assert_styles("a /* b", "  ////");
    assert_styles("intx", "    ");
    assert_styles("\"open", "sssss");
}

static void test_half_is_a_type_or_a_variable(void **state)
{
    (void)state;
    assert_styles("half x = (half)y;", "tttt      tttt   ");
    assert_styles("f(const half *p, half a)", "  kkkkk tttt     tttt   ");
    assert_styles("int half = n / 2;", "ttt            n ");
    assert_styles("if (t < half) a[t + half] = half * 2;", "kk                                 n ");
    assert_styles("half /= 2", "        n");
}

static void test_block_comments_go_over_lines(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, arena, 80, false);
    const char *text = "/* a\nint b\n*/ int c";
    highlight_text(text, strlen(text), &page);
    assert_int_equal(page.count, 3);
    assert_int_equal(page.lines[1].spans[0].style, STYLE_CODE_COMMENT);
    assert_int_equal(page.lines[2].spans[2].style, STYLE_CODE_TYPE);
}

static void test_scrolling(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, arena, 80, false);
    for (int i = 0; i < 20; i++) {
        page.tag = i / 2;
        page_printf(&page, STYLE_NORMAL, "line %d", i);
        page_end(&page);
    }
    int first, last;
    assert_true(page_find_tag(&page, 4, &first, &last));
    assert_int_equal(first, 8);
    assert_int_equal(last, 9);
    assert_false(page_find_tag(&page, 40, &first, &last));
    assert_int_equal(page_scroll_to(&page, 0, 5, 8, 9), 6); /* with both lines of the upper owner */
    assert_int_equal(page_scroll_to(&page, 0, 6, 8, 9), 4);
    assert_int_equal(page_scroll_to(&page, 0, 1, 8, 9), 8);
    assert_int_equal(page_scroll_whole(&page, 7, 5, 8, 9), 6);
    assert_int_equal(page_scroll_whole(&page, 5, 5, 8, 9), 6);
    assert_int_equal(page_scroll_to(&page, 12, 5, 8, 9), 8);
    assert_int_equal(page_scroll_clamp(&page, 99, 5), 15);
    assert_int_equal(page_scroll_clamp(&page, -3, 5), 0);
    assert_int_equal(page_scroll_clamp(&page, 3, 50), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paragraphs_wrap),
        cmocka_unit_test(test_lines_of_wide_text_join_without_a_space),
        cmocka_unit_test(test_products_are_no_emphasis),
        cmocka_unit_test(test_headings),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_figures_are_kept),
        cmocka_unit_test(test_links_show_their_address),
        cmocka_unit_test(test_html_is_text),
        cmocka_unit_test(test_control_characters_do_not_pass),
        cmocka_unit_test(test_deep_nesting),
        cmocka_unit_test(test_every_width_keeps_its_lines_short),
        cmocka_unit_test(test_cuda_is_highlighted),
        cmocka_unit_test(test_half_is_a_type_or_a_variable),
        cmocka_unit_test(test_block_comments_go_over_lines),
        cmocka_unit_test(test_scrolling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
