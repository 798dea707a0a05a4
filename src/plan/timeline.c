/* A timeline as JSON, and back. Rows are arrays of numbers: a plan can have many of them. */
#include "plan/timeline.h"

#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "device/device.h"

bool plan_timeline_has_rows(const struct plan_timeline *timeline)
{
    for (size_t i = 0; i < timeline->bar_count; i++)
        if (timeline->bars[i].rank != timeline->bars[0].rank || timeline->bars[i].stream != timeline->bars[0].stream)
            return true;
    return timeline->rank_count > 1 && timeline->bar_count;
}

bool plan_timeline_is_worth_drawing(const struct plan_timeline *timeline)
{
    return plan_timeline_has_rows(timeline) || timeline->life_count;
}

/* --- to JSON ---------------------------------------------------------------------------------- */

static json_t *bar_to_json(const struct plan_bar *bar, bool is_modelled)
{
    json_t *json =
        json_pack("[I, I, I, I, I, I, I]", (json_int_t)bar->name, (json_int_t)bar->line, (json_int_t)bar->rank,
                  (json_int_t)bar->stream, (json_int_t)bar->label, (json_int_t)bar->begin, (json_int_t)bar->end);
    if (is_modelled) {
        json_array_append_new(json, json_real(bar->begin_ns));
        json_array_append_new(json, json_real(bar->end_ns));
    }
    return json;
}

json_t *plan_timeline_to_json(const struct plan_timeline *timeline)
{
    json_t *names = json_array(), *bars = json_array(), *moments = json_array(), *lives = json_array();
    for (size_t i = 0; i < timeline->name_count; i++)
        json_array_append_new(names, json_from_text(timeline->names[i]));
    for (size_t i = 0; i < timeline->bar_count; i++)
        json_array_append_new(bars, bar_to_json(&timeline->bars[i], timeline->is_modelled));
    for (size_t i = 0; i < timeline->moment_count; i++) {
        const struct plan_moment *moment = &timeline->moments[i];
        json_array_append_new(moments, json_pack("[I, I, I]", (json_int_t)moment->name, (json_int_t)moment->line,
                                                 (json_int_t)moment->is_work));
    }
    for (size_t i = 0; i < timeline->life_count; i++) {
        const struct plan_life *life = &timeline->lives[i];
        json_array_append_new(lives,
                              json_pack("[I, I, I, I, I]", (json_int_t)life->name, (json_int_t)life->line,
                                        (json_int_t)life->size_bytes, (json_int_t)life->first, (json_int_t)life->end));
    }
    return json_pack("{s:i, s:b, s:o, s:o, s:I, s:o, s:I, s:o, s:I}", "devices", timeline->rank_count, "modelled",
                     timeline->is_modelled, "names", names, "bars", bars, "bar_total", (json_int_t)timeline->bar_total,
                     "statements", moments, "statement_total", (json_int_t)timeline->moment_total, "buffers", lives,
                     "buffer_total", (json_int_t)timeline->life_total);
}

/* --- from JSON -------------------------------------------------------------------------------- */

static bool get_list(const json_t *json, const char *key, size_t limit, json_t **out_list, struct error *error)
{
    if (!json_get_array(json, key, out_list, error))
        return false;
    return json_array_size(*out_list) <= limit || error_set(error, ERROR_RANGE, "a timeline has too many %s", key);
}

static bool get_total(const json_t *json, const char *key, size_t least, size_t *out_total, struct error *error)
{
    int64_t total;
    if (!json_get_integer_in(json, key, (int64_t)least, INT64_MAX, &total, error))
        return false;
    *out_total = (size_t)total;
    return true;
}

/* A row of whole numbers, each from its low to its high. */
static bool get_row(const json_t *row, const int64_t (*ranges)[2], size_t count, int64_t *out_values,
                    struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(row, i);
        if (!json_is_integer(item) || json_integer_value(item) < ranges[i][0] ||
            json_integer_value(item) > ranges[i][1])
            return error_set(error, ERROR_RANGE, "a row of a timeline is damaged");
        out_values[i] = json_integer_value(item);
    }
    return true;
}

static bool read_names(const json_t *json, struct plan_timeline *timeline, struct error *error)
{
    json_t *names;
    if (!get_list(json, "names", PLAN_TIMELINE_NAMES_MAX, &names, error))
        return false;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name)
            return error_set(error, ERROR_SYNTAX, "a name of a timeline is no text");
        snprintf(timeline->names[i], sizeof timeline->names[i], "%s", name);
    }
    timeline->name_count = json_array_size(names);
    return true;
}

static bool read_times(const json_t *row, struct plan_bar *bar, struct error *error)
{
    bar->begin_ns = json_number_value(json_array_get(row, 7));
    bar->end_ns = json_number_value(json_array_get(row, 8));
    return (isfinite(bar->end_ns) && bar->begin_ns >= 0 && bar->end_ns >= bar->begin_ns) ||
           error_set(error, ERROR_RANGE, "a time of a timeline is damaged");
}

static bool read_bars(const json_t *json, struct plan_timeline *timeline, struct error *error)
{
    json_t *bars;
    const int64_t ranges[][2] = {{0, (int64_t)timeline->name_count - 1},
                                 {0, INT32_MAX},
                                 {0, timeline->rank_count - 1},
                                 {0, INT16_MAX},
                                 {-1, INT64_MAX},
                                 {0, INT32_MAX},
                                 {0, INT32_MAX}};
    if (!get_list(json, "bars", PLAN_TIMELINE_BARS_MAX, &bars, error))
        return false;
    for (size_t i = 0; i < json_array_size(bars); i++) {
        struct plan_bar *bar = &timeline->bars[i];
        const json_t *row = json_array_get(bars, i);
        int64_t values[7];
        if (!get_row(row, ranges, 7, values, error) || (timeline->is_modelled && !read_times(row, bar, error)))
            return false;
        if (values[6] <= values[5])
            return error_set(error, ERROR_RANGE, "a bar of a timeline ends before it begins");
        bar->name = (uint32_t)values[0];
        bar->line = (int)values[1];
        bar->rank = (int)values[2];
        bar->stream = (int)values[3];
        bar->label = values[4];
        bar->begin = (uint64_t)values[5];
        bar->end = (uint64_t)values[6];
    }
    timeline->bar_count = json_array_size(bars);
    return get_total(json, "bar_total", timeline->bar_count, &timeline->bar_total, error);
}

static bool read_moments(const json_t *json, struct plan_timeline *timeline, struct error *error)
{
    json_t *moments;
    const int64_t ranges[][2] = {{0, (int64_t)timeline->name_count - 1}, {0, INT32_MAX}, {0, 1}};
    if (!get_list(json, "statements", PLAN_TIMELINE_MOMENTS_MAX, &moments, error))
        return false;
    for (size_t i = 0; i < json_array_size(moments); i++) {
        int64_t values[3];
        if (!get_row(json_array_get(moments, i), ranges, 3, values, error))
            return false;
        timeline->moments[i] =
            (struct plan_moment){.name = (uint32_t)values[0], .line = (int)values[1], .is_work = values[2]};
    }
    timeline->moment_count = json_array_size(moments);
    return get_total(json, "statement_total", timeline->moment_count, &timeline->moment_total, error);
}

static bool read_lives(const json_t *json, struct plan_timeline *timeline, struct error *error)
{
    json_t *lives;
    const int64_t moments = (int64_t)timeline->moment_count;
    const int64_t ranges[][2] = {
        {0, (int64_t)timeline->name_count - 1}, {0, INT32_MAX}, {0, INT64_C(1) << 47}, {0, moments}, {0, moments}};
    if (!get_list(json, "buffers", PLAN_TIMELINE_LIVES_MAX, &lives, error))
        return false;
    for (size_t i = 0; i < json_array_size(lives); i++) {
        int64_t values[5];
        if (!get_row(json_array_get(lives, i), ranges, 5, values, error))
            return false;
        timeline->lives[i] = (struct plan_life){.name = (uint32_t)values[0],
                                                .line = (int)values[1],
                                                .size_bytes = (uint64_t)values[2],
                                                .first = (uint32_t)values[3],
                                                .end = (uint32_t)values[4]};
    }
    timeline->life_count = json_array_size(lives);
    return get_total(json, "buffer_total", timeline->life_count, &timeline->life_total, error);
}

struct plan_timeline *plan_timeline_from_json(const json_t *json, struct arena *arena, struct error *error)
{
    struct plan_timeline *timeline = ARENA_NEW(arena, struct plan_timeline);
    int64_t devices;
    if (!json_get_integer_in(json, "devices", 1, DEVICE_COUNT_MAX, &devices, error) ||
        !json_get_bool(json, "modelled", &timeline->is_modelled, error))
        return NULL;
    timeline->rank_count = (int)devices;
    if (!read_names(json, timeline, error) || !read_bars(json, timeline, error) ||
        !read_moments(json, timeline, error) || !read_lives(json, timeline, error))
        return NULL;
    return timeline;
}
