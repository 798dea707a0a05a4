/*
 * Results beside the lesson: lessons/week01/coalescing.steps.json.
 *
 *     {"STEP": [{"key": "..", "point": "32", "time": "6.41", "units": "0 0 .."}, ..]}
 */
#include "app/lab/lab_store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"

enum { FILE_MAX_BYTES = 1 << 20, UNITS_LOW = -1, UNITS_HIGH = 1 << 20 };

const char *lab_results_file(const struct lab *lab, struct arena *arena)
{
    const char *name = lab->lesson->source->name;
    size_t stem = strlen(name) - strlen(".yaml");
    const char *whole = arena_printf(arena, "%.*s.steps.json", (int)stem, name);
    size_t pack = lab->lesson->pack ? strlen(lab->lesson->pack) + 1 : 0; /* messages name the pack first */
    return whole + pack;
}

static const char *path_of(const struct app *app, const struct lab *lab, struct arena *arena)
{
    const char *folder = lab->lesson->folder ? lab->lesson->folder : app->curriculum->root;
    return path_join(arena, folder, lab_results_file(lab, arena));
}

/* NULL: there is a file, and it cannot be read. */
static json_t *read_file(const char *path, struct error *error)
{
    if (!file_exists(path))
        return json_object();
    json_t *root = json_read_file(path, FILE_MAX_BYTES, error);
    if (!root || json_is_object(root))
        return root;
    json_decref(root);
    error_set(error, ERROR_SYNTAX, "it must be a JSON object");
    return NULL;
}

/* --- reading ---------------------------------------------------------------------------------- */

static const json_t *find_key(const json_t *points, const char *key)
{
    for (size_t i = 0; i < json_array_size(points); i++) {
        const char *own = json_string_value(json_object_get(json_array_get(points, i), "key"));
        if (own && strcmp(own, key) == 0)
            return json_array_get(points, i);
    }
    return NULL;
}

/* "0 0 1 1 ..": one number for each lane. */
static void take_units(const char *units, struct lab_point *point)
{
    const char *at = units ? units : "";
    for (int i = 0; i < LAB_LANES; i++) {
        char *end;
        long unit = strtol(at, &end, 10);
        if (end == at || unit < UNITS_LOW || unit > UNITS_HIGH)
            return;
        point->units[i] = (int)unit;
        at = end;
    }
    point->has_units = true;
}

static void take_point(const json_t *stored, const struct lab_results *results, struct lab_point *point)
{
    point->is_known = true;
    for (size_t i = 0; i < results->quantity_count; i++) {
        const char *value = json_string_value(json_object_get(stored, results->quantities[i]));
        point->is_known = point->is_known && value;
        point->values[i] = value ? strtod(value, NULL) : 0;
    }
    take_units(json_string_value(json_object_get(stored, "units")), point);
}

/* The stored result of a learner's row is that of the shipped solution. */
static void take_shipped(const struct app *app, struct lab_results *results, size_t index, const json_t *points,
                         struct arena *arena)
{
    struct lab_job job;
    char key[65];
    struct lab_point shipped = {0};
    if (!lab_points_job(app, results, index, true, arena, &job, NULL))
        return;
    lab_points_key(app, results, &job, key);
    const json_t *stored = find_key(points, key);
    if (stored)
        take_point(stored, results, &shipped);
    memcpy(results->points[index].shipped, shipped.values, sizeof shipped.values);
    results->points[index].has_shipped = shipped.is_known;
}

void lab_store_read(const struct app *app, struct lab_results *results, struct arena *arena)
{
    CLEANUP(json_decref) json_t *root = read_file(path_of(app, results->lab, arena), NULL);
    const json_t *points = json_object_get(root, results->lab->id);
    for (size_t i = 0; i < results->point_count; i++) {
        struct lab_job job;
        char key[65];
        if (results->points[i].is_mine)
            take_shipped(app, results, i, points, arena);
        if (!lab_points_job(app, results, i, false, arena, &job, NULL) || !job.exercise)
            continue;
        lab_points_key(app, results, &job, key);
        const json_t *stored = find_key(points, key);
        if (stored)
            take_point(stored, results, &results->points[i]);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static json_t *units_to_json(const struct lab_point *point)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (int i = 0; i < LAB_LANES; i++)
        buffer_printf(&text, "%s%d", i ? " " : "", point->units[i]);
    return json_string(buffer_text(&text));
}

/* Counts exactly, times and ratios with six digits. A file that is written again stays the same. */
static json_t *stored_value(double value)
{
    bool is_count = value == rint(value) && fabs(value) < 1e15;
    return json_sprintf(is_count ? "%.0f" : "%.6g", value);
}

static json_t *point_to_json(const struct app *app, const struct lab_results *results, size_t index,
                             struct arena *arena)
{
    const struct lab_point *point = &results->points[index];
    struct lab_job job;
    char key[65];
    if (!point->is_known || !lab_points_job(app, results, index, true, arena, &job, NULL) || !job.exercise)
        return NULL;
    lab_points_key(app, results, &job, key);
    bool is_row = results->lab->kind == STEP_COMPARE && point->is_mine;
    const char *name = is_row ? results->lab->rows[index].mine : point->is_mine ? results->lab->mine : point->label;
    json_t *stored = json_pack("{s:s, s:s}", "key", key, "point", name);
    for (size_t i = 0; i < results->quantity_count; i++)
        json_object_set_new(stored, results->quantities[i], stored_value(point->values[i]));
    if (point->has_units)
        json_object_set_new(stored, "units", units_to_json(point));
    return stored;
}

static bool is_step_of(const struct lesson *lesson, const char *id)
{
    for (size_t i = 0; i < lesson->step_count; i++)
        if (step_is_lab(&lesson->steps[i]) && strcmp(lesson->steps[i].lab->id, id) == 0)
            return true;
    return false;
}

static void drop_strangers(json_t *root, const struct lesson *lesson)
{
    const char *id;
    json_t *value;
    void *next;
    json_object_foreach_safe(root, next, id, value)
    {
        if (!is_step_of(lesson, id))
            json_object_del(root, id);
    }
}

bool lab_results_store(const struct app *app, const struct lab_results *results, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *path = path_of(app, results->lab, arena);
    CLEANUP(json_decref) json_t *root = read_file(path, error);
    if (!root)
        return error_add_context(error, "'%s' is kept as it is", path);
    json_t *points = json_array();
    for (size_t i = 0; i < results->point_count; i++) {
        json_t *point = point_to_json(app, results, i, arena);
        if (point)
            json_array_append_new(points, point);
    }
    json_object_set_new(root, results->lab->id, points);
    drop_strangers(root, results->lab->lesson);
    json_append_pretty(&text, root);
    return file_write_atomic(path, buffer_text(&text), text.size_bytes, error);
}
