/* Tests the roofline and the comparison that recorded verdicts give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "app/standings.h"
#include "screen_sizes.h"
#include "tui/draw/plot.h"
#include "verdict_support.h"

/* Records a pass with this time; the solution takes 10 us. `flops` 0: none declared. */
static void give_timed(struct screen_test *test, double microseconds, double flops, uint64_t ticket)
{
    struct verdict *verdict = verdict_support_pass();
    struct kernel_observation *kernel = &verdict->observation->kernels[0];
    kernel->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] = (uint64_t)(microseconds * 100);
    kernel->totals[VGPU_COUNTER_FLOPS] = 1024;
    verdict->time = (struct time_verdict){
        .available = true,
        .modelled = true,
        .device = "h100",
        .architecture = "h100",
        .microseconds = microseconds,
        .interval = 1,
        .roofline_percent = 900 / microseconds,
        .ratio_to_solution = 10 / microseconds,
        .ratio_to_reference = 40 / microseconds,
        .bytes_per_second = 3e7 / microseconds * 1e6,
        .flops_per_second = flops / microseconds * 1e6,
        .limiter = "it is limited by memory: 64 bytes move for each 32 that are needed",
        .medal = microseconds < 15 ? MEDAL_GOLD : MEDAL_NONE,
    };
    verdict_support_give(test->shell, verdict, ticket);
}

static void give_three(struct screen_test *test)
{
    verdict_support_give(test->shell, verdict_support_wrong(), 7);
    give_timed(test, 80, 1e8, 8);
    give_timed(test, 12.5, 1e8, 9);
    give_timed(test, 20, 1e8, 10);
}

/* The same attempts on another exercise, with a fixed time and other ids. */
static void give_three_on_one_day(struct screen_test *test)
{
    static const char day[] = "2026-05-17T09:03:00Z";
    struct attempt *attempts;
    size_t count;
    give_three(test);
    assert_true(store_list_attempts(test->app->store,
                                    &(struct attempt_query){.exercise = "first", .limit = 9, .is_whole = true},
                                    test->arena, &attempts, &count, NULL));
    screen_test_keys(test, "Esc");
    for (size_t i = count; i > 0; i--) {
        attempts[i - 1].exercise = "second";
        attempts[i - 1].started_at = day;
        attempts[i - 1].uuid = NULL; /* a new one */
        assert_true(store_add_attempt(test->app->store, &attempts[i - 1], NULL, NULL));
    }
    struct place place = {.screen = SCREEN_HISTORY,
                          .exercise = curriculum_find_exercise(test->app->curriculum, "second")};
    shell_open(test->shell, &place);
}

static void give_moves(struct screen_test *test)
{
    give_timed(test, 80, 0, 8);
    give_timed(test, 12.5, 0, 9);
}

static void test_roofline(void **state)
{
    check_at_wide_sizes(*state, "roofline", "first", "R", give_three);
}

/* As in the verdict, the exercise's data decides whose roof it is, and not the kernel. */
static void test_roofline_of_tensor_cores(void **state)
{
    struct screen_test *test = *state;
    struct standing standing = {.architecture = "h100", .product = "", .is_modelled = true};
    struct roof roof;
    screen_test_start(test, 80, 24, false, "first");
    struct exercise exercise = *curriculum_find_exercise(test->app->curriculum, "first");
    standing.counters[VGPU_COUNTER_TENSOR_OPERATIONS] = 4096;
    assert_true(standings_roof(test->app, &exercise, &standing, &roof));
    assert_true(roof.flops > 66e12 && roof.flops < 67e12);
    struct parameter parameter = {.dtype = DTYPE_F16};
    exercise.parameters = &parameter;
    exercise.parameter_count = 1;
    assert_true(standings_roof(test->app, &exercise, &standing, &roof));
    assert_true(roof.flops > 989e12 && roof.flops < 990e12);
}

static void test_roofline_of_memory(void **state)
{
    check_at_wide_sizes(*state, "roofline-memory", "first", "R", give_moves);
}

static void test_roofline_without_times(void **state)
{
    check_at_wide_sizes(*state, "roofline-none", "first", "R", NULL);
}

static void test_compare(void **state)
{
    check_at_wide_sizes(*state, "compare", "first", "c", give_three);
}

static void test_history_of_times(void **state)
{
    check_at_wide_sizes(*state, "history-times", "first", "Down", give_three_on_one_day);
}

/* A reader of lines gets the times, and no drawing. */
static void test_history_in_plain_mode(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_three(test);
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, "Time of each attempt, modelled"));
    test->shell->is_plain = true;
    shell_draw(test->shell);
    assert_true(screen_test_shows(test, "12.5 us"));
    assert_false(screen_test_shows(test, "Time of each attempt"));
}

static void test_heads_of_a_narrow_history(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, "first");
    give_three(test);
    screen_test_keys(test, "t");
    assert_true(screen_test_shows(test, "attempt result"));
}

static void test_history_marks(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, true, "first");
    give_three(test);
    screen_test_keys(test, "t Space Down Space");
    assert_true(screen_test_shows(test, ">*    4"));
    assert_true(screen_test_shows(test, ">*    2"));
    assert_false(screen_test_shows(test, ">*    3"));
}

static void test_compare_marked(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    give_three(test);
    screen_test_keys(test, "t Space Down Down Space c");
    assert_true(screen_test_shows(test, "attempt 4"));
    assert_true(screen_test_shows(test, "attempt 1"));
    assert_false(screen_test_shows(test, "attempt 3"));
    screen_test_keys(test, "Esc g Space Space c"); /* one version out, the next one in */
    assert_false(screen_test_shows(test, "attempt 4"));
    assert_true(screen_test_shows(test, "attempt 3"));
}

/* It ran another case, and does other work. */
static void test_a_wrong_attempt_is_best_at_nothing(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_wrong();
    screen_test_start(test, 80, 24, false, "first");
    give_timed(test, 80, 1e8, 7);
    verdict_support_heat(verdict);
    verdict->observation->kernels[0].totals[VGPU_COUNTER_WARP_INSTRUCTIONS] = 5;
    verdict->resources[0].registers = 3;
    verdict_support_give(test->shell, verdict, 8);
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "registers       3 "));
    assert_false(screen_test_shows(test, "3 ●"));
    assert_true(screen_test_shows(test, "instructions    -              8000"));
}

/* Records an attempt with this status and this time for a GPU. */
static void give_on(struct screen_test *test, enum verdict_status status, const char *gpu, double microseconds,
                    uint64_t ticket)
{
    struct verdict *verdict = status == VERDICT_PASS ? verdict_support_pass() : verdict_support_wrong();
    verdict->time = (struct time_verdict){.available = true,
                                          .modelled = true,
                                          .device = gpu,
                                          .architecture = gpu,
                                          .microseconds = microseconds,
                                          .limiter = "it is limited by memory"};
    verdict_support_give(test->shell, verdict, ticket);
}

/* A kernel can be wrong at a timed size alone, so it has a time. */
static void test_the_best_time_is_a_pass_on_one_gpu(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 120, 40, false, "first");
    give_on(test, VERDICT_PASS, "h100", 30, 1);
    give_on(test, VERDICT_PASS, "a100", 10, 2);
    give_on(test, VERDICT_WRONG, "h100", 5, 3);
    give_on(test, VERDICT_PASS, "h100", 40, 4);
    screen_test_keys(test, "Esc c");
    assert_true(screen_test_shows(test, "attempt 1")); /* beside the newest two */
    assert_true(screen_test_shows(test, "30 us ●"));
    assert_false(screen_test_shows(test, "10 us"));
    assert_false(screen_test_shows(test, "5 us ●"));
    screen_test_keys(test, "Esc t Space Space Space Space c");
    assert_true(screen_test_shows(test, "30 us ●"));
    assert_false(screen_test_shows(test, "10 us ●"));
    assert_true(screen_test_shows(test, "GPU             H100"));
}

/* Neither a bar nor the plot sets times of two GPUs side by side. */
static void test_the_history_compares_times_of_one_gpu(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 200, 50, false, "first");
    give_on(test, VERDICT_PASS, "a100", 10, 1);
    give_on(test, VERDICT_PASS, "h100", 30, 2);
    give_on(test, VERDICT_WRONG, "h100", 5, 3);
    give_on(test, VERDICT_PASS, "h100", 40, 4);
    screen_test_keys(test, "Esc t");
    assert_true(screen_test_shows(test, "10 us                         A100"));
    assert_true(screen_test_shows(test, "\n 40 us "));
    assert_true(screen_test_shows(test, "\n 30 us "));
    assert_false(screen_test_shows(test, "\n 5 us "));
    assert_false(screen_test_shows(test, "\n 10 us "));
}

/* A status takes two lines where its column is narrow. */
static void test_compare_shows_whole_statuses(void **state)
{
    struct screen_test *test = *state;
    struct verdict *verdict = verdict_support_compile_error();
    screen_test_start(test, 80, 24, false, "first");
    give_three(test);
    verdict_support_give(test->shell, verdict, 8);
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, " status          does not "));
    assert_true(screen_test_shows(test, "\n                 compile"));
}

static void test_compare_needs_an_attempt(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 80, 24, false, "first");
    screen_test_keys(test, "c");
    assert_true(screen_test_shows(test, "there is no attempt to compare"));
    assert_int_equal(test->shell->screen_count, 2);
}

static void test_attempt(void **state)
{
    check_at_wide_sizes(*state, "attempt", "first", "t Down Enter", give_three);
}

static void test_tables(void **state)
{
    check_at_wide_sizes(*state, "tables", "first", "T", give_three);
}

static void test_narrow_tables_leave_whole_columns_out(void **state)
{
    struct screen_test *test = *state;
    screen_test_start(test, 40, 12, false, "first");
    screen_test_keys(test, "T");
    assert_true(screen_test_shows(test, "yours"));
    assert_false(screen_test_shows(test, "\u2026"));
}

/* The ids are for lesson files. */
static void test_every_table_of_the_course_has_a_title(void **state)
{
    struct screen_test *test = *state;
    struct standings_tables tables;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 40, false, NULL);
    assert_true(standings_read_tables(test->app, test->arena, &tables, NULL));
    assert_true(tables.count > 0);
    assert_string_equal(tables.gpu, "H100");
    for (size_t i = 0; i < tables.count; i++)
        assert_string_not_equal(tables.items[i].title, tables.items[i].id);
}

/* PyTorch's times are measured, launch by launch and compiled, with the types of the levels. */
static void test_the_block_is_beside_pytorch(void **state)
{
    struct screen_test *test = *state;
    struct standings_tables tables;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    screen_test_start(test, 120, 40, false, NULL);
    assert_true(standings_read_tables(test->app, test->arena, &tables, NULL));
    for (size_t i = 0; i < tables.count; i++)
        assert_int_equal(tables.items[i].beside_count, strcmp(tables.items[i].id, "block") == 0 ? 4 : 0);
}

static void test_plot_keeps_inside(void **state)
{
    struct screen_test *test = *state;
    struct plot plot = plot_new(test->arena, 3, 2, (struct plot_axis){1, 100}, (struct plot_axis){1, 100});
    int column, row;
    plot_line(&plot, 1, 1, 1e30, 1e30);
    assert_int_equal(plot.cells[3], 0x40 | 0x20 | 0x10); /* bottom left: the diagonal */
    plot_cell(&plot, 0, -1, &column, &row);
    assert_int_equal(column, 0);
    assert_int_equal(row, 1);
    plot_cell(&plot, 1e300, 1e300, &column, &row);
    assert_int_equal(column, 2);
    assert_int_equal(row, 0);
}

/* At 120 columns there is room for titles, and more of it than the least for the longest ones. */
static void test_the_tables_show_whole_names(void **state)
{
    static const int widths[] = {80, 120, 200};
    struct screen_test *test = *state;
    setenv("WARPSCHOOL_ROOT", WARPSCHOOL_SOURCE_DIR, 1);
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        screen_test_start(test, widths[i], 200, false, "vector_add");
        screen_test_keys(test, "T");
        assert_int_equal(shell_top(test->shell)->id, SCREEN_TABLES);
        assert_true(screen_test_shows(test, "solution"));
        assert_false(screen_test_shows(test, "…"));
        screen_test_stop(test);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCREEN_TEST(test_roofline),
        SCREEN_TEST(test_roofline_of_memory),
        SCREEN_TEST(test_roofline_of_tensor_cores),
        SCREEN_TEST(test_roofline_without_times),
        SCREEN_TEST(test_compare),
        SCREEN_TEST(test_a_wrong_attempt_is_best_at_nothing),
        SCREEN_TEST(test_the_best_time_is_a_pass_on_one_gpu),
        SCREEN_TEST(test_the_history_compares_times_of_one_gpu),
        SCREEN_TEST(test_history_of_times),
        SCREEN_TEST(test_heads_of_a_narrow_history),
        SCREEN_TEST(test_history_in_plain_mode),
        SCREEN_TEST(test_history_marks),
        SCREEN_TEST(test_compare_marked),
        SCREEN_TEST(test_compare_shows_whole_statuses),
        SCREEN_TEST(test_compare_needs_an_attempt),
        SCREEN_TEST(test_attempt),
        SCREEN_TEST(test_narrow_tables_leave_whole_columns_out),
        SCREEN_TEST(test_tables),
        SCREEN_TEST(test_the_tables_show_whole_names),
        SCREEN_TEST(test_every_table_of_the_course_has_a_title),
        SCREEN_TEST(test_the_block_is_beside_pytorch),
        SCREEN_TEST(test_plot_keeps_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
