/* An assessment as text. */
#include "app/assessment.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/text.h"

enum { SHA_SHOWN_BYTES = 12 };
#define NS_PER_MINUTE INT64_C(60000000000)

static const char *const state_words[] = {
    [ASSESSMENT_OPEN] = N_("to do"), [ASSESSMENT_RIGHT] = N_("right"), [ASSESSMENT_WRONG] = N_("wrong")};
static const char *const kind_words[] = {
    [ASSESSMENT_QUIZ] = N_("question"), [ASSESSMENT_EXERCISE] = N_("kernel"), [ASSESSMENT_PREDICT] = N_("prediction")};

enum { KIND_COLUMNS = 12, POINTS_COLUMNS = 10, STATE_COLUMNS = 8, LESSON_COLUMNS = 26, AREA_COLUMNS = 28 };

/* "self-administered", or the pack that an educator gave */
static void assessment_origin(const struct assessment_record *record, struct buffer *out)
{
    if (!record->pack)
        buffer_append_text(out, _("self-administered"));
    else
        buffer_printf(out, _("pack %s (%.*s)"), path_leaf(record->pack), SHA_SHOWN_BYTES, record->pool_sha256);
}

/*
 * While it runs, no answer is shown as right or wrong. Only a kernel's pass is, since its verdict
 * said so.
 */
static const char *running_state(const struct assessment_item *item)
{
    if (item->kind == ASSESSMENT_EXERCISE && item->state == ASSESSMENT_RIGHT)
        return N_("passed");
    if (item->kind == ASSESSMENT_EXERCISE && item->attempt != 0)
        return N_("tried");
    return item->state == ASSESSMENT_OPEN ? N_("to do") : N_("answered");
}

/* One line for one item: number, kind, points, state. */
static void assessment_item_line(const struct assessment *assessment, const struct assessment_item *item,
                                 struct buffer *out)
{
    const char *area = assessment->pool ? assessment_area(assessment, item) : NULL;
    const char *state = assessment->record.ended_at ? state_words[item->state] : running_state(item);
    CLEANUP(buffer_done) struct buffer points = BUFFER_INIT;
    buffer_printf(&points, ngettext("%d point", "%d points", item->points), item->points);
    buffer_printf(out, "%2d  ", item->number);
    text_append_padded(out, _(kind_words[item->kind]), KIND_COLUMNS, TEXT_LEFT);
    text_append_padded(out, buffer_text(&points), POINTS_COLUMNS, TEXT_LEFT);
    text_append_padded(out, _(state), STATE_COLUMNS, TEXT_LEFT);
    if (area)
        buffer_printf(out, "  %s", area);
}

static void append_name(const struct assessment_record *record, struct buffer *out)
{
    buffer_printf(out, _("%s assessment"), _(record->level));
}

void assessment_items_text(const struct assessment *assessment, struct buffer *out)
{
    int64_t seconds = assessment->remaining_ns / 1000000000;
    append_name(&assessment->record, out);
    buffer_printf(out, _(": %d:%02d left, "), (int)(seconds / 60), (int)(seconds % 60));
    assessment_origin(&assessment->record, out);
    buffer_append_char(out, '\n');
    for (size_t i = 0; i < assessment->record.item_count; i++) {
        buffer_append_text(out, "  ");
        assessment_item_line(assessment, &assessment->record.items[i], out);
        buffer_append_char(out, '\n');
    }
}

int assessment_points_total(const struct lesson *pool)
{
    const struct draw *draw = &pool->draw;
    int of_kernel = ASSESSMENT_POINTS_EXERCISE + draw->predictions * ASSESSMENT_POINTS_ANSWER;
    return draw->quizzes * ASSESSMENT_POINTS_ANSWER + draw->exercises * of_kernel;
}

int assessment_points_needed(const struct lesson *pool, int total)
{
    return (int)ceil(pool->draw.pass * total - 1e-9);
}

struct assessment_area_points *assessment_areas(const struct assessment *assessment, struct arena *arena,
                                                size_t *out_count)
{
    const struct assessment_record *record = &assessment->record;
    struct assessment_area_points *areas = ARENA_ARRAY(arena, record->item_count + 1, struct assessment_area_points);
    *out_count = 0;
    for (size_t i = 0; assessment->pool && i < record->item_count; i++) {
        const struct assessment_item *item = &record->items[i];
        const char *area = assessment_area(assessment, item);
        size_t k = 0;
        if (!area)
            continue;
        while (k < *out_count && strcmp(areas[k].area, area) != 0)
            k++;
        *out_count += k == *out_count;
        areas[k].area = area;
        areas[k].total += item->points;
        areas[k].points += item->state == ASSESSMENT_RIGHT ? item->points : 0;
    }
    return areas;
}

static void append_areas(const struct assessment *assessment, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    size_t count;
    const struct assessment_area_points *areas = assessment_areas(assessment, arena, &count);
    for (size_t i = 0; i < count; i++) {
        buffer_append_text(out, "  ");
        text_append_padded(out, areas[i].area, AREA_COLUMNS, TEXT_LEFT);
        buffer_printf(out, _(" %d of %d\n"), areas[i].points, areas[i].total);
    }
}

static bool is_to_read(const struct assessment *assessment, const char *lesson)
{
    const struct assessment_record *record = &assessment->record;
    for (size_t i = 0; assessment->pool && i < record->item_count; i++) {
        const char *named =
            record->items[i].state == ASSESSMENT_RIGHT ? NULL : assessment_read(assessment, &record->items[i]);
        if (named && strcmp(named, lesson) == 0)
            return true;
    }
    return false;
}

const struct lesson **assessment_read_again(const struct assessment *assessment, const struct curriculum *curriculum,
                                            struct arena *arena, size_t *out_count)
{
    const struct lesson **lessons = ARENA_ARRAY(arena, curriculum->lesson_count, const struct lesson *);
    *out_count = 0;
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        if (is_to_read(assessment, curriculum->lessons[i]->id))
            lessons[(*out_count)++] = curriculum->lessons[i];
    return lessons;
}

static void append_reading(const struct assessment *assessment, const struct curriculum *curriculum, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    size_t count;
    const struct lesson **lessons = assessment_read_again(assessment, curriculum, arena, &count);
    if (count > 0)
        buffer_append_text(out, _("read again:\n"));
    for (size_t i = 0; i < count; i++) {
        buffer_append_text(out, "  ");
        text_append_padded(out, lessons[i]->id, LESSON_COLUMNS, TEXT_LEFT);
        buffer_printf(out, "%s\n", lessons[i]->title);
    }
}

void assessment_result_text(const struct assessment *assessment, const struct curriculum *curriculum,
                            struct buffer *out)
{
    const struct assessment_record *record = &assessment->record;
    append_name(record, out);
    buffer_printf(out, _(" of %.10s: %s, %d of %d points"), record->started_at,
                  record->passed ? _("passed") : _("not passed"), record->points, record->points_total);
    if (assessment->pool)
        buffer_printf(out, _(", %d are needed"), assessment_points_needed(assessment->pool, record->points_total));
    buffer_append_char(out, '\n');
    buffer_append_text(out, "  ");
    assessment_origin(record, out);
    buffer_printf(out, _(", seed %llu, %d of %d minutes%s%s\n"), (unsigned long long)record->seed,
                  (int)(record->elapsed_ns / NS_PER_MINUTE), record->limit_seconds / 60,
                  strcmp(record->ended_by, "time") == 0 ? _(", the time ran out") : "",
                  record->clock_set_back ? _(", the clock was set back meanwhile") : "");
    if (assessment->passed_at)
        buffer_printf(out, _("  passed on %.10s with %d points: that pass stays\n"), assessment->passed_at,
                      assessment->passed_points);
    if (!assessment->pool) {
        buffer_append_text(out, _("  its questions are not in this course any more\n"));
        return;
    }
    append_areas(assessment, out);
    append_reading(assessment, curriculum, out);
}

static json_t *item_json(const struct assessment *assessment, const struct assessment_item *item)
{
    const char *area = assessment->pool ? assessment_area(assessment, item) : NULL;
    const char *read = assessment->pool ? assessment_read(assessment, item) : NULL;
    const char *exercise =
        assessment->pool && item->kind != ASSESSMENT_QUIZ ? assessment_exercise(assessment, item)->id : NULL;
    return json_pack("{s:i, s:s, s:i, s:s, s:o, s:s?, s:s?, s:s?, s:I}", "number", item->number, "kind",
                     kind_words[item->kind], "points", item->points, "state", state_words[item->state], "answer",
                     json_from_text(item->answer), "area", area, "read", read, "exercise", exercise, "attempt",
                     (json_int_t)item->attempt);
}

json_t *assessment_result_json(const struct assessment *assessment)
{
    const struct assessment_record *record = &assessment->record;
    json_t *items = json_array();
    for (size_t i = 0; i < record->item_count; i++)
        json_array_append_new(items, item_json(assessment, &record->items[i]));
    return json_pack("{s:s, s:s, s:s, s:b, s:s?, s:s, s:o, s:b, s:i, s:i, s:s, s:s?, s:s?, s:I, s:i, s:b, s:o}",
                     "schema", "warpschool.assessment/1", "level", record->level, "lesson", record->lesson,
                     "self_administered", record->pack == NULL, "pack", record->pack ? path_leaf(record->pack) : NULL,
                     "pool_sha256", record->pool_sha256, "seed", json_from_u64(record->seed), "passed", record->passed,
                     "points", record->points, "points_total", record->points_total, "started_at", record->started_at,
                     "ended_at", record->ended_at, "ended_by", record->ended_by, "elapsed_seconds",
                     (json_int_t)(record->elapsed_ns / 1000000000), "limit_seconds", record->limit_seconds,
                     "clock_set_back", record->clock_set_back, "items", items);
}
