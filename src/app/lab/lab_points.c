/* The points of a lab: rows, or values of a range. */
#include "app/lab/lab_points.h"

#include <inttypes.h>
#include <string.h>

#include "app/attempts.h"
#include "app/lab/lab_source.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/i18n.h"
#include "compiler/source_tokens.h"

/* --- labels and quantities -------------------------------------------------------------------- */

static bool is_quantity(const char *name)
{
    return strcmp(name, LAB_TIME) == 0 || grader_counter_known(name);
}

static size_t add_name(const char **names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return count;
    if (count < LAB_QUANTITIES_MAX && is_quantity(name))
        names[count++] = name;
    return count;
}

size_t lab_quantities_in(const char *text, const char **out_names, size_t count, struct arena *arena)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    while (text && *text) {
        size_t length = strspn(text, letters);
        if (length)
            count = add_name(out_names, count, arena_strndup(arena, text, length));
        text += length ? length : 1;
    }
    return count;
}

/* Only what stands in {{..}} is an expression. */
static size_t quantities_in_template(const char *text, const char **names, size_t count, const char *before,
                                     struct arena *arena)
{
    for (const char *open = text ? strstr(text, "{{") : NULL; open; open = strstr(open + 2, "{{")) {
        const char *close = strstr(open, "}}");
        const char *inside = arena_strndup(arena, open + 2, close ? (size_t)(close - open - 2) : 0);
        if (!*before || strstr(inside, before))
            count = lab_quantities_in(inside, names, count, arena);
    }
    return count;
}

static void collect_quantities(struct lab_results *results, struct arena *arena)
{
    const struct lab *lab = results->lab;
    const char **names = results->quantities;
    size_t count = 0;
    for (size_t i = 0; i < lab->columns.count; i++)
        count = add_name(names, count, lab->columns.items[i]);
    if (lab->label)
        count = add_name(names, count, lab->label);
    if (lab->claim)
        count = lab_quantities_in(expression_text(lab->claim), names, count, arena);
    if (lab->answer_number)
        count = lab_quantities_in(lab->answer, names, count, arena);
    count = quantities_in_template(lab->why, names, count, "", arena);
    count = quantities_in_template(lab->plain, names, count, "", arena);
    const char *before = arena_printf(arena, "%s.", lab->id);
    for (size_t i = 0; i < lab->lesson->step_count; i++)
        if (lab->lesson->steps[i].kind == STEP_TEXT)
            count = quantities_in_template(lab->lesson->steps[i].text, names, count, before, arena);
    results->quantity_count = count;
}

static const char *value_text(const struct value *value, struct arena *arena)
{
    return value->is_real ? arena_printf(arena, "%g", value->real) : arena_printf(arena, "%" PRId64, value->integer);
}

/* The present value of the range's name. False: it has none of its own. */
static bool present_value(const struct lab *lab, double *out_value)
{
    for (size_t i = 0; i < lab->with.count; i++)
        if (strcmp(lab->with.items[i].name, lab->range.name) == 0)
            return sscanf(lab->with.items[i].text, "%lf", out_value) == 1;
    for (size_t i = 0; i < lab->given->value_count; i++)
        if (strcmp(lab->given->values[i].name, lab->range.name) == 0) {
            *out_value = lab->given->values[i].value.real;
            return true;
        }
    const char *defined = lab->kernel.source ? lab_find_definition(lab->kernel.source, lab->range.name) : NULL;
    return defined && sscanf(defined, "%lf", out_value) == 1;
}

static void add_values(struct lab_results *results, struct arena *arena)
{
    const struct lab *lab = results->lab;
    double present = 0;
    bool has_present = present_value(lab, &present);
    for (size_t i = 0; i < lab->range.count && i < LAB_POINTS_MAX; i++) {
        results->points[i].label = value_text(&lab->range.values[i], arena);
        if (has_present && lab->range.values[i].real == present)
            results->base = (int)i;
        results->point_count++;
    }
}

/* "you", or with several rows of the learner's "you: gelu_l1". */
static const char *mine_label(const struct lab *lab, const struct lab_row *row, struct arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < lab->row_count; i++)
        count += lab->rows[i].mine != NULL;
    return count == 1 ? _("you") : arena_printf(arena, "%s: %s", _("you"), row->say ? row->say : row->mine);
}

static void add_rows(struct lab_results *results, struct arena *arena)
{
    const struct lab *lab = results->lab;
    results->base = -1;
    for (size_t i = 0; i < lab->row_count && i < LAB_ROWS_MAX; i++) {
        const struct lab_row *row = &lab->rows[i];
        struct lab_point *point = &results->points[results->point_count++];
        point->label = row->mine ? mine_label(lab, row, arena) : row->say;
        point->is_mine = row->mine != NULL;
        point->is_measured = row->measured != NULL;
    }
}

void lab_points_begin(const struct lab *lab, struct arena *arena, struct lab_results *out_results)
{
    *out_results = (struct lab_results){.lab = lab};
    if (lab->kind == STEP_FILL)
        return;
    collect_quantities(out_results, arena);
    if (lab->kind == STEP_COMPARE)
        add_rows(out_results, arena);
    else if (lab->range.name)
        add_values(out_results, arena);
    else
        out_results->points[out_results->point_count++].label = "";
    if (lab->mine)
        out_results->points[out_results->point_count++] = (struct lab_point){.label = _("you"), .is_mine = true};
}

/* --- what a point runs ------------------------------------------------------------------------ */

static void set_value(struct exercise_case *given, const char *name, const struct value *value, struct arena *arena)
{
    struct case_value *values = ARENA_ARRAY(arena, given->value_count + 1, struct case_value);
    size_t at = given->value_count;
    if (given->value_count)
        memcpy(values, given->values, given->value_count * sizeof *values);
    for (size_t i = 0; i < given->value_count; i++)
        if (strcmp(values[i].name, name) == 0)
            at = i;
    values[at] = (struct case_value){.name = name, .value = *value};
    given->value_count += at == given->value_count;
    given->values = values;
    given->name = NULL;
}

/* The exercise's own timed case, with the lab's values of its scalars. */
static struct exercise_case mine_case(const struct exercise *exercise, const struct exercise_case *given,
                                      struct arena *arena)
{
    struct exercise_case own = {.name = NULL};
    if (exercise->bench)
        own = *exercise->bench;
    else if (exercise->case_count)
        own = exercise->cases[exercise->case_count - 1];
    for (size_t i = 0; i < given->value_count; i++)
        for (size_t k = 0; k < exercise->parameter_count; k++)
            if (strcmp(exercise->parameters[k].name, given->values[i].name) == 0)
                set_value(&own, given->values[i].name, &given->values[i].value, arena);
    return own;
}

static bool mine_job(const struct app *app, const char *id, bool for_author, struct arena *arena, struct lab_job *job,
                     struct error *error)
{
    job->exercise = curriculum_find_exercise(app->curriculum, id);
    if (!job->exercise)
        return error_set(error, ERROR_NOT_FOUND, "there is no exercise %s", id);
    job->given = mine_case(job->exercise, &job->given, arena);
    if (!for_author)
        return attempts_best_source(app, id, arena, &job->source, error);
    const char *path = workspace_solution_path(app, job->exercise, arena);
    return workspace_read(path, path_leaf(path), arena, &job->source, error);
}

static void course_job(const struct lab *lab, const struct lab_kernel *kernel, const struct named_texts *with,
                       const struct value *value, struct arena *arena, struct lab_job *job)
{
    struct named_text item = {.name = lab->range.name};
    struct named_texts more = {&item, 0};
    job->exercise = kernel->exercise;
    if (value && lab_find_definition(kernel->source, lab->range.name)) {
        item.text = value_text(value, arena);
        more.count = 1;
    } else if (value) {
        set_value(&job->given, lab->range.name, value, arena);
    }
    struct lab_changes changes = {.with = with, .more = &more};
    job->source = lab_source(kernel, &changes, arena);
    if (lab->strip != LAB_STRIP_NONE)
        job->line = lab_find_mark(kernel->source, lab->mark) - kernel->head_lines;
}

bool lab_points_job(const struct app *app, const struct lab_results *results, size_t point, bool for_author,
                    struct arena *arena, struct lab_job *out_job, struct error *error)
{
    const struct lab *lab = results->lab;
    const struct lab_row *row = lab->kind == STEP_COMPARE ? &lab->rows[point] : NULL;
    *out_job = (struct lab_job){.given = *lab->given};
    if (results->points[point].is_mine)
        return mine_job(app, row ? row->mine : lab->mine, for_author, arena, out_job, error);
    if (row && row->measured)
        return true;
    if (row)
        course_job(lab, &row->kernel, &row->with, NULL, arena, out_job);
    else
        course_job(lab, &lab->kernel, &lab->with, lab->range.name ? &lab->range.values[point] : NULL, arena, out_job);
    return true;
}

/* --- the key ---------------------------------------------------------------------------------- */

static void hash_case(struct hash *hash, const struct exercise_case *given, struct arena *arena)
{
    if (given->devices > 1)
        hash_add_u64(hash, (uint64_t)given->devices);
    for (size_t i = 0; i < given->value_count; i++) {
        hash_add_text(hash, given->values[i].name);
        hash_add_text(hash, value_text(&given->values[i].value, arena));
    }
    for (size_t i = 0; i < given->init_count; i++) {
        hash_add_text(hash, given->inits[i].parameter);
        hash_add_text(hash, given->inits[i].init);
    }
}

static void hash_parameters(struct hash *hash, const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        hash_add_text(hash, parameter->name);
        hash_add_u64(hash, (uint64_t)parameter->dtype);
        hash_add_u64(hash, (uint64_t)parameter->role);
        hash_add_text(hash, parameter->init ? parameter->init : "");
        for (int axis = 0; axis < parameter->rank; axis++)
            hash_add_text(hash, expression_text(parameter->shape[axis]));
    }
}

void lab_points_key(const struct app *app, const struct lab_results *results, const struct lab_job *job,
                    char out_key[65])
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(hash_free) struct hash *hash = hash_new();
    CLEANUP(buffer_done) struct buffer tokens = BUFFER_INIT;
    const char *architecture = app_grader_settings(app).architecture;
    hash_add_text(hash, architecture ? architecture : "h100");
    source_tokens_append(&tokens, job->source.text ? job->source.text : "", job->source.size_bytes);
    hash_add_text(hash, buffer_text(&tokens));
    if (job->exercise)
        hash_parameters(hash, job->exercise);
    hash_case(hash, &job->given, arena);
    for (size_t i = 0; i < results->quantity_count; i++)
        hash_add_text(hash, results->quantities[i]);
    hash_add_u64(hash, (uint64_t)results->lab->strip);
    hash_add_u64(hash, (uint64_t)job->line);
    hash_finish(hash, out_key);
}
