/* The file of times that come with a course: reads, finds, writes entries. */
#include "grader/time/modelled/course_times.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"

/*
 * file  = "[" newline entry {"," newline entry} newline "]" newline
 * entry = object in one line: exercise, kernel, architecture, key, with (toolkit and model), the
 *         keys of model_figure.c, and check (model_figure.h)
 *
 * An entry without its check does not count: its time is modelled as if it were not there.
 */
enum { FILE_BYTES_MAX = 4 << 20, FOLDERS_MAX = 8 };

struct folder {
    const char *path;
    json_t *by_key;
};

struct course_times {
    struct arena *arena;
    struct folder folders[FOLDERS_MAX];
    size_t count;
};

struct course_times *course_times_new(void)
{
    struct arena *arena = arena_new();
    struct course_times *times = ARENA_NEW(arena, struct course_times);
    times->arena = arena;
    return times;
}

void course_times_free(struct course_times *times)
{
    if (!times)
        return;
    for (size_t i = 0; i < times->count; i++)
        json_decref(times->folders[i].by_key);
    arena_free(times->arena);
}

/* Never returns NULL. */
static json_t *read_entries(const char *folder)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    json_t *json = json_read_file(path_join(arena, folder, COURSE_TIMES_FILE), FILE_BYTES_MAX, NULL);
    if (json_is_array(json))
        return json;
    json_decref(json);
    return json_array();
}

static json_t *index_by_key(const char *folder)
{
    json_t *entries CLEANUP(json_decref) = read_entries(folder);
    json_t *by_key = json_object(), *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        if (json_is_object(entry) && model_figure_is_intact(entry, ""))
            json_object_set(by_key, json_text(entry, "key"), entry);
    }
    return by_key;
}

static json_t *entries_of(struct course_times *times, const char *path)
{
    for (size_t i = 0; i < times->count; i++)
        if (!strcmp(times->folders[i].path, path))
            return times->folders[i].by_key;
    if (times->count == FOLDERS_MAX)
        return NULL;
    struct folder *folder = &times->folders[times->count++];
    *folder = (struct folder){arena_strdup(times->arena, path), index_by_key(path)};
    return folder->by_key;
}

bool course_times_find(struct course_times *times, const char *folder, const char *key, struct model_figure *out_figure)
{
    const json_t *entries = entries_of(times, folder), *entry = entries ? json_object_get(entries, key) : NULL;
    return entry && model_figure_from_json(entry, out_figure, NULL);
}

/* `with`: NULL for any. */
static bool has_entry(const char *folder, const char *architecture, const char *with)
{
    json_t *entries CLEANUP(json_decref) = read_entries(folder);
    json_t *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        if (!strcmp(json_text(entry, "architecture"), architecture) &&
            (!with || !strcmp(json_text(entry, "with"), with)))
            return true;
    }
    return false;
}

bool course_times_are_kept(const char *folder, const char *architecture)
{
    return has_entry(folder, architecture, NULL);
}

bool course_times_are_made_with(const char *folder, const char *architecture, const char *made_with)
{
    return has_entry(folder, architecture, made_with);
}

double course_times_shipped(struct course_times *times, const char *folder, const char *exercise, const char *kernel,
                            const char *architecture)
{
    struct model_figure figure;
    const char *key;
    json_t *entry;
    json_object_foreach(entries_of(times, folder), key, entry)
    {
        bool is_wanted = !strcmp(json_text(entry, "exercise"), exercise) &&
                         !strcmp(json_text(entry, "kernel"), kernel) &&
                         !strcmp(json_text(entry, "architecture"), architecture);
        if (is_wanted && model_figure_from_json(entry, &figure, NULL))
            return figure.elapsed_ns / 1e3;
    }
    return 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

const char *course_times_entry(const struct course_time *time, const char *key, const char *made_with,
                               const struct model_figure *figure, struct arena *arena)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    json_t *json CLEANUP(json_decref) = model_figure_to_json(figure);
    json_object_set_new(json, "exercise", json_from_text(time->exercise));
    json_object_set_new(json, "kernel", json_from_text(time->kernel));
    json_object_set_new(json, "architecture", json_from_text(time->architecture));
    json_object_set_new(json, "key", json_from_text(key));
    json_object_set_new(json, "with", json_from_text(made_with));
    model_figure_add_check(json, "");
    json_append_canonical(&text, json);
    return arena_strdup(arena, buffer_text(&text));
}

static bool is_replaced(const json_t *entry, const struct course_time *times, size_t count, bool all)
{
    for (size_t i = 0; i < count; i++)
        if ((all || !strcmp(json_text(entry, "exercise"), times[i].exercise)) &&
            !strcmp(json_text(entry, "architecture"), times[i].architecture))
            return true;
    return false;
}

static int by_name(const void *left, const void *right)
{
    static const char *const keys[] = {"exercise", "architecture", "kernel"};
    const json_t *a = *(json_t *const *)left, *b = *(json_t *const *)right;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        int order = strcmp(json_text(a, keys[i]), json_text(b, keys[i]));
        if (order)
            return order;
    }
    return 0;
}

/* The kept and the new entries, sorted, so that a diff shows only changed lines. */
static const json_t **sorted_entries(const json_t *before, const json_t *added, const struct course_time *times,
                                     bool all, struct arena *arena, size_t *out_count)
{
    const json_t **sorted = ARENA_ARRAY(arena, json_array_size(before) + json_array_size(added) + 1, const json_t *);
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(before); i++)
        if (!is_replaced(json_array_get(before, i), times, json_array_size(added), all))
            sorted[count++] = json_array_get(before, i);
    for (size_t i = 0; i < json_array_size(added); i++)
        sorted[count++] = json_array_get(added, i);
    qsort(sorted, count, sizeof *sorted, by_name);
    *out_count = count;
    return sorted;
}

bool course_times_write(const char *folder, const struct course_time *times, size_t count, bool all,
                        struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    json_t *before CLEANUP(json_decref) = read_entries(folder), *added CLEANUP(json_decref) = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(added, json_read(times[i].as_text, strlen(times[i].as_text), NULL));
    size_t sorted_count;
    const json_t **sorted = sorted_entries(before, added, times, all, arena, &sorted_count);
    for (size_t i = 0; i < sorted_count; i++) {
        buffer_printf(&text, "%s", i ? ",\n" : "[\n");
        json_append_canonical(&text, sorted[i]);
    }
    buffer_printf(&text, sorted_count ? "\n]\n" : "[]\n");
    return file_write_atomic(path_join(arena, folder, COURSE_TIMES_FILE), buffer_text(&text), text.size_bytes, error);
}
