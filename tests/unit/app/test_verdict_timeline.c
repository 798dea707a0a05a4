/* Tests the drawing of a plan over time: letters, shares, and plans that do not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/verdict_text.h"
#include "timeline_support.h"

static struct verdict *verdict_of(const struct plan_timeline *timeline)
{
    struct verdict *verdict = verdict_new();
    verdict->device = "virtual";
    verdict->architecture = "h100";
    if (timeline)
        verdict_keep_timeline(verdict, timeline, "n=4096");
    return verdict;
}

static const char *draw(struct arena *arena, const struct verdict *verdict, int columns)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    verdict_text_timeline(verdict, columns, false, arena, &text);
    return arena_strdup(arena, buffer_text(&text));
}

static void assert_shows(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("not there: %s\n%s", part, text);
}

/* Every line fits, and no character is beyond ASCII. */
static void assert_fits(const char *text, size_t columns)
{
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, "\n");
        if (length > columns)
            fail_msg("%zu columns, not %zu: %.*s", length, columns, (int)length, at);
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char)at[i] < 128);
        at += length + (at[length] == '\n');
    }
}

static void devices_and_buffers_are_drawn(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    assert_string_equal(draw(arena, verdict, 80),
                        "Timeline of n=4096: 4 steps. Each launch and each copy counts as one step.\n"
                        "F  forward, line 4\n"
                        "C  copy, line 6\n"
                        "A number after a letter is the first index of as=.\n"
                        "\n"
                        "                    0                4 steps  busy\n"
                        "device 0  stream 1  F0====F1====............  50 %\n"
                        "device 0  stream 2  ......C=====C=====......  50 %\n"
                        "device 1  stream 1  ............F0====F1====  50 %\n"
                        "\n"
                        "Scratch buffers of n=4096 by statement: at most 16 KiB on each device, at line\n"
                        "3.\n"
                        "+  scratch    -  free    #  held    *  held at the peak    .  not held\n"
                        "\n"
                        "              +  +  F  C  -  F  \n"
                        "kept  4 KiB   ##################\n"
                        "sent  12 KiB  ...#########......\n"
                        "held  16 KiB     *********      \n"
                        "      12 KiB     #########      \n"
                        "      8 KiB      #########      \n"
                        "      4 KiB   ##################\n");
}

/* Only the bars of charts become blocks: a name keeps its `=`. */
static void blocks_are_bars(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    verdict_keep_timeline(verdict, &timeline_support_plan, "n=4096 BM=64");
    verdict_text_timeline(verdict, 80, true, arena, &text);
    assert_shows(buffer_text(&text), "n=4096 BM=64: 4 steps.");
    assert_shows(buffer_text(&text), "F0████F1████░");
    assert_shows(buffer_text(&text), "held  16 KiB     ▓▓▓");
    assert_shows(buffer_text(&text), "█  held    ▓  held at the peak    ░  not held");
}

static void modelled_times_scale_the_bars(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    struct plan_timeline *timeline = verdict->timeline;
    timeline->is_modelled = true;
    timeline->life_count = timeline->life_total = 0;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        timeline->bars[i].begin_ns = 1000 * (double)timeline->bars[i].begin;
        timeline->bars[i].end_ns = timeline->bars[i].begin_ns + 500;
    }
    const char *text = draw(arena, verdict, 48);
    assert_shows(text, "Timeline of n=4096: 3.5 us, modelled for H100.\n");
    assert_shows(text, "device 0  stream 1  F0=");
    assert_shows(text, "  29 %\n");
    assert_fits(text, 48);
    CLEANUP(buffer_done) struct buffer blocks = BUFFER_INIT;
    verdict_text_timeline(verdict, 48, true, arena, &blocks);
    assert_shows(buffer_text(&blocks), " 3.5 us  busy\n");
}

/* One device and one stream: kernel 0 is launched twice and takes most of the time. */
static void kernels_are_ranked_by_time(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    struct plan_timeline *timeline = verdict->timeline;
    timeline->rank_count = 1;
    timeline->is_modelled = true;
    timeline->bar_count = timeline->bar_total = 3;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        timeline->bars[i].stream = 0;
        timeline->bars[i].begin_ns = 1000 * (double)i;
        timeline->bars[i].end_ns = timeline->bars[i].begin_ns + (i == 1 ? 200 : 900);
    }
    CLEANUP(buffer_done) struct buffer ranking = BUFFER_INIT;
    verdict_text_ranking(verdict, arena, &ranking);
    const char *text = buffer_text(&ranking);
    assert_shows(text, "Time of each kernel, modelled for H100:\n"
                       "\n"
                       "kernel                    launches      time   share\n"
                       "forward                          2    1.8 us  90.0 %\n"
                       "copy                             1    200 ns  10.0 %\n");
    timeline->is_modelled = false;
    assert_false(verdict_text_has_ranking(verdict));
    assert_null(strstr(draw(arena, verdict, 80), "Time of each kernel"));
    buffer_clear(&ranking);
    verdict_text_ranking(verdict, arena, &ranking);
    assert_int_equal(ranking.size_bytes, 0);
}

/* Eight devices with 64 launches each on 60 columns: several launches share a column. */
static void long_plans_are_drawn_smaller(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    struct plan_timeline *timeline = verdict->timeline;
    timeline->rank_count = 8;
    timeline->bar_count = PLAN_TIMELINE_BARS_MAX;
    timeline->bar_total = 4000;
    for (size_t i = 0; i < timeline->bar_count; i++)
        timeline->bars[i] = (struct plan_bar){
            .name = i % 2, .line = (int)(i % 20), .rank = (int)(i % 8), .label = -1, .begin = i, .end = i + 1};
    timeline->moment_count = timeline->moment_total = PLAN_TIMELINE_MOMENTS_MAX;
    timeline->lives[0].end = PLAN_TIMELINE_MOMENTS_MAX;
    for (int columns = 40; columns < 130; columns += 7)
        assert_fits(draw(arena, verdict, columns), (size_t)columns);
    assert_shows(draw(arena, verdict, 80), "The first 512 of 4000 are drawn.\n");
    assert_shows(draw(arena, verdict, 80), "device 7  ");
}

static void letters_do_not_repeat(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(&timeline_support_plan);
    strcpy(verdict->timeline->names[1], "forward_again");
    const char *text = draw(arena, verdict, 80);
    assert_shows(text, "F  forward, line 4\n");
    assert_shows(text, "O  forward_again, line 6\n");
}

static void a_verdict_without_one_says_so(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(verdict_free) struct verdict *verdict = verdict_of(NULL);
    assert_false(verdict_text_has_timeline(verdict));
    assert_false(verdict_text_has_timeline(NULL));
    assert_shows(draw(arena, verdict, 80), "No timeline: ");
    assert_shows(draw(arena, verdict, 38), "several devices, several streams\nor scratch");
    assert_shows(draw(arena, NULL, 80), "Press r on the exercise");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_and_buffers_are_drawn), cmocka_unit_test(blocks_are_bars),
        cmocka_unit_test(modelled_times_scale_the_bars), cmocka_unit_test(kernels_are_ranked_by_time),
        cmocka_unit_test(long_plans_are_drawn_smaller),  cmocka_unit_test(letters_do_not_repeat),
        cmocka_unit_test(a_verdict_without_one_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
