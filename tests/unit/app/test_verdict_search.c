/* Tests the drawing of a search: its table, its plot, and a search that tried nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/verdict_text.h"

static const char *draw_on(struct arena *arena, struct verdict_search *search, int columns)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(verdict_free) struct verdict *verdict = verdict_new();
    verdict->device = "virtual";
    verdict->architecture = "h100";
    verdict->search = search;
    assert_true(verdict_text_has_search(verdict));
    verdict_text_search(verdict, columns, arena, &text);
    return arena_strdup(arena, buffer_text(&text));
}

static const char *draw(struct arena *arena, struct verdict_search *search)
{
    return draw_on(arena, search, 80);
}

static void configurations_are_a_table_and_a_plot(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct verdict_search search = {
        .case_name = "n=4096",
        .kept = 4,
        .rows =
            {{.configuration = "T=1", .microseconds = 40, .instructions = 1000, .l2_bytes = 4096, .is_frontier = true},
             {.configuration = "T=2", .microseconds = 20, .instructions = 2000, .l2_bytes = 8192, .is_frontier = true},
             {.configuration = "T=16", .note = "too many threads"},
             {.configuration = "T=8", .microseconds = 30, .instructions = 3000, .l2_bytes = 12288}},
        .row_count = 4,
        .chosen = 1};
    assert_string_equal(draw(arena, &search),
                        "Search at n=4096: 4 configurations are kept, 4 were tried (modelled for H100).\n"
                        "\n"
                        "       instructions  through L2       DRAM      time\n"
                        "+ T=1          1000       4 KiB        0 B     40 us\n"
                        "* T=2          2000       8 KiB        0 B     20 us\n"
                        "  T=16  does not run\n"
                        "o T=8          3000      12 KiB        0 B     30 us\n"
                        "\n"
                        "        40 us |+\n"
                        "              |\n"
                        "              |\n"
                        "              |                                           o\n"
                        "              |\n"
                        "              |\n"
                        "              |\n"
                        "        20 us |                      *\n"
                        "               4 KiB                                 12 KiB  through L2\n"
                        "\n"
                        "*  fastest    +  frontier: no other is faster with fewer bytes    o  others\n");
}

/* The shell shows 78 columns of a narrow terminal. */
static void test_long_configurations_fit(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct verdict_search search = {.case_name = "n=4096",
                                    .kept = 1,
                                    .rows = {{.configuration = "BM=128 BN=128 T=8 SPLIT=2",
                                              .microseconds = 1420,
                                              .instructions = 1080822016,
                                              .l2_bytes = 1 << 30,
                                              .dram_bytes = 1 << 29}},
                                    .row_count = 1};
    const char *row = strstr(draw(arena, &search), "* BM=128");
    assert_non_null(row);
    assert_true(strcspn(row, "\n") <= 78);
    assert_non_null(strstr(row, "1.42 ms\n"));
}

/* Columns fall away before the time does, and the plot shrinks. */
static void test_a_narrow_table_keeps_the_time(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct verdict_search search = {
        .case_name = "n=4096",
        .kept = 2,
        .rows = {{.configuration = "BM=16 BN=64 T=4 SPLIT=2", .microseconds = 68.2, .l2_bytes = 53 << 20},
                 {.configuration = "BM=16 BN=128 T=4 SPLIT=4", .microseconds = 40.7, .l2_bytes = 50 << 20}},
        .row_count = 2,
        .chosen = 1};
    const char *text = draw_on(arena, &search, 57);
    assert_non_null(strstr(text, "\n                            through L2      time\n"));
    assert_non_null(strstr(text, "\n* BM=16 BN=128 T=4 SPLIT=4      50 MiB   40.7 us\n"));
    for (; *text; text += strcspn(text, "\n") + 1)
        assert_true(strcspn(text, "\n") <= 57);
}

static void too_many_configurations_are_not_tried(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct verdict_search search = {.case_name = "n=1", .kept = 72};
    assert_string_equal(draw(arena, &search),
                        "Search at n=1: 72 configurations are kept, 0 were tried (modelled for H100).\n"
                        "These are too many. Write `keep` rules that leave out what cannot be fast.\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(configurations_are_a_table_and_a_plot),
        cmocka_unit_test(test_long_configurations_fit),
        cmocka_unit_test(test_a_narrow_table_keeps_the_time),
        cmocka_unit_test(too_many_configurations_are_not_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
