/* Tests the record of a run: bars by device and stream, statements, lives of scratch, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "plan_support.h"

static const char head[] = "extern \"C\" __global__ void one(float *x) {}\n"
                           "//? param a f32[n] in\n"
                           "//? param c f32[n] inout\n"
                           "//? param n i32\n"
                           "//? case n=1000\n";

static struct plan_timeline *run(struct arena *arena, int devices, const char *plan_text)
{
    struct note_book *book = ARENA_NEW(arena, struct note_book);
    struct plan_file file;
    struct plan_outcome outcome;
    struct error error = {0};
    char *text = arena_printf(arena, "%s//? devices %d\n%s\n", head, devices, plan_text);
    plan_file_read(&file, arena, "t.cu", text, strlen(text));
    assert_string_equal(file.problem, "");
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, &file.source, diagnostics);
    if (!plan || !plan_check(plan, &file.source, file.parameters, file.parameter_count, diagnostics))
        fail_msg("%s", support_errors(arena, diagnostics));
    file.timeline = ARENA_NEW(arena, struct plan_timeline);
    if (!plan_file_run(&file, plan, book, &outcome, &error))
        fail_msg("%s", error.message);
    return file.timeline;
}

static void assert_bar(const struct plan_timeline *timeline, size_t index, const char *expected)
{
    const struct plan_bar *bar = &timeline->bars[index];
    char text[200];
    assert_true(index < timeline->bar_count);
    snprintf(text, sizeof text, "%s line %d device %d stream %d label %d from %d to %d", timeline->names[bar->name],
             bar->line, bar->rank, bar->stream, (int)bar->label, (int)bar->begin, (int)bar->end);
    assert_string_equal(text, expected);
}

static void bars_have_their_place_and_time(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const struct plan_timeline *timeline = run(arena, 2,
                                               "//! launch one(c) grid=1 block=1 device=0 stream=1 as=f[5, 2]\n"
                                               "//! copy c a device=1 stream=2 after=f[5, 2]\n"
                                               "//! launch one(c) grid=1 block=1 device=1 stream=1 when=0\n"
                                               "//! zero c");
    assert_int_equal(timeline->rank_count, 2);
    assert_int_equal(timeline->bar_count, 4);
    assert_bar(timeline, 0, "one line 7 device 0 stream 1 label 5 from 0 to 1");
    assert_bar(timeline, 1, "copy line 8 device 1 stream 2 label -1 from 1 to 2");
    assert_bar(timeline, 2, "zero line 10 device 0 stream 0 label -1 from 2 to 3");
    assert_bar(timeline, 3, "zero line 10 device 1 stream 0 label -1 from 2 to 3");
    assert_int_equal(timeline->moment_count, 3);
    assert_false(timeline->is_modelled);
    assert_true(plan_timeline_has_rows(timeline));
}

static void assert_life(const struct plan_timeline *timeline, size_t index, const char *expected)
{
    const struct plan_life *life = &timeline->lives[index];
    char text[200];
    assert_true(index < timeline->life_count);
    snprintf(text, sizeof text, "%s line %d bytes %d from %d to %d", timeline->names[life->name], life->line,
             (int)life->size_bytes, (int)life->first, (int)life->end);
    assert_string_equal(text, expected);
}

static void frees_of_a_body_come_at_its_end(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const struct plan_timeline *timeline =
        run(arena, 1,
            "//! scratch s f32[n] poison\n"
            "//! launch one(s) grid=1 block=1\n"
            "//! for i in 0..2 { scratch t f32[10] zero; launch one(t) grid=1 block=1 }\n"
            "//! free s\n"
            "//! scratch u f32[2*n]");
    assert_int_equal(timeline->moment_count, 8);
    assert_int_equal(timeline->life_count, 4);
    assert_life(timeline, 0, "s line 7 bytes 4000 from 0 to 6");
    assert_life(timeline, 1, "t line 9 bytes 40 from 2 to 4");
    assert_life(timeline, 2, "t line 9 bytes 40 from 4 to 6");
    assert_life(timeline, 3, "u line 11 bytes 8000 from 7 to 8");
    assert_false(plan_timeline_has_rows(timeline));
    assert_true(plan_timeline_is_worth_drawing(timeline));
}

static void a_plain_plan_is_not_worth_drawing(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    assert_false(plan_timeline_is_worth_drawing(run(arena, 1, "//! launch one(c) grid=1 block=1\n//! copy c a")));
}

static void a_long_plan_is_cut_and_counted(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    const struct plan_timeline *timeline =
        run(arena, 2, "//! for i in 0..600 { scratch t f32[10] zero; launch one(t) grid=1 block=1 }\n//! zero c");
    assert_int_equal(timeline->bar_count, PLAN_TIMELINE_BARS_MAX);
    assert_int_equal(timeline->bar_total, 1202);
    assert_int_equal(timeline->moment_total, 1201);
    assert_int_equal(timeline->life_total, 600);
    for (size_t i = 0; i < timeline->life_count; i++)
        assert_true(timeline->lives[i].first < timeline->lives[i].end &&
                    timeline->lives[i].end <= timeline->moment_count);
}

static void json_keeps_everything(void **state)
{
    (void)state;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct plan_timeline *timeline =
        run(arena, 2,
            "//! scratch s f32[n] poison\n//! launch one(s) grid=1 block=1 stream=1 as=f[3]\n//! free s\n//! zero c");
    timeline->is_modelled = true;
    for (size_t i = 0; i < timeline->bar_count; i++)
        timeline->bars[i].end_ns = 1000.5 * (double)(i + 1);
    CLEANUP(json_decref) json_t *json = plan_timeline_to_json(timeline);
    struct error error = {0};
    const struct plan_timeline *again = plan_timeline_from_json(json, arena, &error);
    if (!again)
        fail_msg("%s", error.message);
    CLEANUP(json_decref) json_t *second = plan_timeline_to_json(again);
    assert_true(json_equal(json, second));
    assert_memory_equal(timeline, again, sizeof *timeline);
}

/* A process that ran learner code wrote it, so every index is looked at. */
static void damaged_json_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        int row, place;
        json_int_t value;
    } damages[] = {{"bars", 0, 0, 9},       {"bars", 0, 2, 2},       {"bars", 1, 3, -1},    {"bars", 0, 6, 0},
                   {"buffers", 0, 0, 100},  {"buffers", 0, 2, -1},   {"buffers", 0, 4, 99}, {"statements", 0, 0, -1},
                   {"statements", 0, 2, 2}, {"statements", 1, 0, 64}};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct arena *arena CLEANUP(arena_free) = arena_new();
        CLEANUP(json_decref)
        json_t *json = plan_timeline_to_json(run(arena, 2, "//! scratch s f32[n]\n//! zero c"));
        json_t *row = json_array_get(json_object_get(json, damages[i].list), (size_t)damages[i].row);
        assert_non_null(plan_timeline_from_json(json, arena, NULL));
        json_array_set_new(row, (size_t)damages[i].place, json_integer(damages[i].value));
        if (plan_timeline_from_json(json, arena, NULL))
            fail_msg("%s %d %d", damages[i].list, damages[i].row, damages[i].place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_have_their_place_and_time),
        cmocka_unit_test(frees_of_a_body_come_at_its_end),
        cmocka_unit_test(a_plain_plan_is_not_worth_drawing),
        cmocka_unit_test(a_long_plan_is_cut_and_counted),
        cmocka_unit_test(json_keeps_everything),
        cmocka_unit_test(damaged_json_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
