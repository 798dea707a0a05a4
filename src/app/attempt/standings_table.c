/* Reads the tables that grow through the course. */
#include "app/standings.h"

#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/json.h"
#include "grader/course_times.h"
#include "report/words.h"

static const char *title_of(const char *id)
{
    static const struct {
        const char *id, *title;
    } titles[] = {{"gelu", N_("GELU in three levels")},
                  {"matmul", N_("Products of matrices")},
                  {"block", N_("The transformer block")},
                  {"data_parallel", N_("Training on several GPUs")}};
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(titles[i].id, id) == 0)
            return titles[i].title;
    return id;
}

static struct standings_table *table_of(struct standings_tables *tables, const struct exercise *exercise,
                                        struct arena *arena, size_t rows_max)
{
    for (size_t i = 0; i < tables->count; i++)
        if (strcmp(tables->items[i].id, exercise->table) == 0)
            return &tables->items[i];
    if (tables->count == STANDINGS_TABLES_MAX)
        return NULL;
    struct standings_table *table = &tables->items[tables->count++];
    *table = (struct standings_table){.id = exercise->table,
                                      .title = title_of(exercise->table),
                                      .rows = ARENA_ARRAY(arena, rows_max, struct standings_row)};
    return table;
}

/* Attempts on other GPUs, and measured ones, do not compare with the shipped times. */
static bool read_best(struct app *app, struct standings_row *row, const char *architecture, struct arena *arena,
                      struct error *error)
{
    struct standings *standings = ARENA_NEW(arena, struct standings);
    if (!standings_read(app, row->exercise, arena, standings, error))
        return false;
    for (size_t i = 0; i < standings->count; i++) {
        const struct standing *one = &standings->items[i];
        bool counts = one->status == VERDICT_PASS && one->is_timed && one->is_modelled &&
                      strcmp(one->architecture, architecture) == 0;
        if (!counts || (row->is_tried && one->microseconds >= row->best.microseconds))
            continue;
        row->best = *one;
        row->is_tried = true;
    }
    return true;
}

static bool add_row(struct app *app, struct course_times *times, struct standings_tables *tables,
                    const struct exercise *exercise, struct arena *arena, struct error *error)
{
    struct standings_table *table = table_of(tables, exercise, arena, app->curriculum->exercise_count);
    const char *folder = curriculum_folder(app->curriculum, exercise), *architecture = app->options.architecture;
    if (!table)
        return true;
    struct standings_row *row = &table->rows[table->count++];
    *row = (struct standings_row){.exercise = exercise, .is_open = !exercise->locked};
    row->solution_us = course_times_shipped(times, folder, exercise->id, "solution", architecture);
    row->reference_us = course_times_shipped(times, folder, exercise->id, "reference", architecture);
    return read_best(app, row, architecture, arena, error);
}

enum { MEASURED_BYTES_MAX = 1 << 20 };

/* The types of both sides are the same: levels 1 to 4 compute in f32, level 5 multiplies f16. */
static const struct {
    const char *table, *measured, *words;
} beside[] = {
    {"block", "block_eager_f32", N_("PyTorch, launch by launch, f32, no TF32 (as levels 1 to 4)")},
    {"block", "block_compiled_f32", N_("PyTorch compiled, CUDA graph, f32, no TF32 (as levels 1 to 4)")},
    {"block", "block_eager_f16", N_("PyTorch, launch by launch, products of f16 (as level 5)")},
    {"block", "block_compiled_f16", N_("PyTorch compiled, CUDA graph, products of f16 (as level 5)")},
};

static void add_beside(struct standings_table *table, size_t row, const json_t *times)
{
    double us = json_number_value(json_object_get(json_object_get(times, beside[row].measured), "us"));
    bool is_of_table = strcmp(beside[row].table, table->id) == 0;
    if (is_of_table && us > 0 && table->beside_count < STANDINGS_BESIDE_MAX)
        table->beside[table->beside_count++] = (struct standings_beside){beside[row].words, us};
}

/* A course without measured times has none. */
static void read_beside(struct app *app, struct standings_tables *tables, struct arena *arena)
{
    const char *path = path_join(arena, app->root.path, "lessons/measured.json");
    CLEANUP(json_decref) json_t *times = json_read_file(path, MEASURED_BYTES_MAX, NULL);
    for (size_t i = 0; i < tables->count; i++)
        for (size_t row = 0; row < sizeof beside / sizeof beside[0]; row++)
            add_beside(&tables->items[i], row, times);
}

bool standings_read_tables(struct app *app, struct arena *arena, struct standings_tables *out_tables,
                           struct error *error)
{
    const struct curriculum *curriculum = app->curriculum;
    CLEANUP(course_times_free) struct course_times *times = course_times_new();
    CLEANUP(buffer_done) struct buffer gpu = BUFFER_INIT;
    report_append_architecture(app->options.architecture, &gpu);
    *out_tables = (struct standings_tables){.gpu = arena_strdup(arena, buffer_text(&gpu))};
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (curriculum->exercises[i]->table && !add_row(app, times, out_tables, curriculum->exercises[i], arena, error))
            return false;
    read_beside(app, out_tables, arena);
    return true;
}
