/* Checks of the steps that run kernels, against the kernels' files. */
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "curriculum/check/check_exercise.h"
#include "curriculum/check/check_lab.h"
#include "curriculum/read/kernel_head.h"

enum { KERNEL_MAX_BYTES = 64 * 1024, MEASURED_MAX_BYTES = 64 * 1024 };

struct lab_check {
    struct loading *loading;
    struct lesson_file *file;
    struct lab *lab;
};

/* --- the kernel ------------------------------------------------------------------------------- */

static const struct source *read_kernel(const struct lab_check *check, const char *name, struct location place)
{
    struct arena *arena = check->loading->arena;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *relative = path_join(arena, "kernels", name);
    const char *path = loading_file_inside(check->loading, path_join(arena, check->file->folder, "kernels"), name);
    if (!path || !file_read(path, KERNEL_MAX_BYTES, &text, NULL)) {
        lesson_error(check->file, place, "there is no file %s", relative);
        return NULL;
    }
    struct source *source = ARENA_NEW(arena, struct source);
    *source = (struct source){.name = relative,
                              .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                              .size_bytes = text.size_bytes};
    return source;
}

static struct exercise *new_exercise(const struct lab_check *check, const char *name)
{
    struct exercise *exercise = ARENA_NEW(check->loading->arena, struct exercise);
    exercise->id = name;
    exercise->title = "";
    exercise->devices = 1;
    exercise->starter = exercise->solution = name;
    exercise->lesson = check->file->lesson;
    return exercise;
}

/* Mistakes of the head stand at their place in the kernel, and count for the lesson. */
static bool read_head(const struct lab_check *check, struct lab_kernel *kernel, const struct source *source)
{
    struct lesson_file head = {
        .arena = check->loading->arena, .diagnostics = check->loading->diagnostics, .lesson = check->file->lesson};
    struct exercise *exercise = new_exercise(check, kernel->file);
    if (kernel_head_read(&head, source, exercise))
        check_kernel_head(&head, exercise);
    check->file->error_count += head.error_count;
    kernel->source = source;
    kernel->head_lines = kernel_head_lines(source);
    kernel->exercise = exercise;
    return head.error_count == 0;
}

/* The steps of a lesson often run one kernel, which is then read once. */
static bool load_kernel(const struct lab_check *check, struct lab_kernel *kernel, struct location place)
{
    const struct lab_kernel *known = text_table_find(&check->file->kernels, kernel->file);
    if (known) {
        *kernel = *known;
        return true;
    }
    const struct source *source = read_kernel(check, kernel->file, place);
    struct lab_kernel read = *kernel;
    if (!source || !read_head(check, &read, source))
        return false;
    *kernel = read;
    text_table_add(&check->file->kernels, check->loading->arena, kernel->file, kernel);
    return true;
}

static void check_definitions(const struct lab_check *check, const struct lab_kernel *kernel,
                              const struct named_texts *with)
{
    for (size_t i = 0; i < with->count; i++)
        if (!lab_find_definition(kernel->source, with->items[i].name))
            lesson_error(check->file, lesson_place(check->file, &with->items[i].name, check->lab->location),
                         "%s has no #define %s", kernel->source->name, with->items[i].name);
}

static void check_mark(const struct lab_check *check, const struct lab_kernel *kernel, const char *name,
                       struct location place)
{
    if (name && !lab_find_mark(kernel->source, name))
        lesson_error(check->file, place, "no line of %s ends with //@ %s", kernel->source->name, name);
}

static size_t count_text(const char *text, const char *wanted)
{
    size_t count = 0;
    for (const char *at = strstr(text, wanted); at; at = strstr(at + 1, wanted))
        count++;
    return count;
}

static void check_places(const struct lab_check *check, const struct lab_kernel *kernel)
{
    const struct lab *lab = check->lab;
    for (size_t i = 0; i < lab->blanks.count; i++) {
        const struct named_text *blank = &lab->blanks.items[i];
        const char *wanted = arena_printf(check->loading->arena, "/*?%s*/", blank->name);
        size_t count = count_text(kernel->source->text, wanted);
        if (count != 1)
            lesson_error(check->file, lesson_place(check->file, &blank->name, lab->location),
                         "%s must stand once in %s, and stands there %zu times", wanted, kernel->source->name, count);
    }
    for (size_t i = 0; i < lab->replaced.count; i++)
        check_mark(check, kernel, lab->replaced.items[i].name,
                   lesson_place(check->file, &lab->replaced.items[i].name, lab->location));
}

/* --- cases ------------------------------------------------------------------------------------ */

static bool case_has(const struct exercise_case *given, const char *name)
{
    for (size_t i = 0; given && i < given->value_count; i++)
        if (strcmp(given->values[i].name, name) == 0)
            return true;
    return false;
}

static void check_range(const struct lab_check *check, const struct lab_kernel *kernel)
{
    const struct lab *lab = check->lab;
    const char *name = lab->range.name;
    if (!name || lab_find_definition(kernel->source, name))
        return;
    const struct parameter *parameter = check_find_parameter(kernel->exercise, name);
    struct location place = lesson_place(check->file, &lab->range.name, lab->location);
    if (!parameter || !check_is_scalar(parameter)) {
        lesson_error(check->file, place, "'%s' is no scalar and no #define of %s", name, kernel->source->name);
        return;
    }
    if (case_has(lab->given, name) || !lab->given)
        return;
    struct exercise_case *given = lab->given;
    struct case_value *values = ARENA_ARRAY(check->loading->arena, given->value_count + 1, struct case_value);
    if (given->value_count)
        memcpy(values, given->values, given->value_count * sizeof *values);
    values[given->value_count] = (struct case_value){.name = name, .value = lab->range.values[0]};
    given->values = values;
    given->value_count++;
}

static void check_cases(const struct lab_check *check, const struct exercise *exercise)
{
    struct lab *lab = check->lab;
    check_case(check->file, exercise, lab->given, CASE_TRIED);
    for (size_t i = 0; i < lab->case_count; i++)
        check_case(check->file, exercise, &lab->cases[i], CASE_TRIED);
}

static void check_kernel(const struct lab_check *check, struct lab_kernel *kernel, const struct named_texts *with,
                         struct location place)
{
    if (!kernel->file || !load_kernel(check, kernel, place))
        return;
    check_definitions(check, kernel, with);
    check_mark(check, kernel, check->lab->mark, lesson_place(check->file, &check->lab->mark, check->lab->location));
    check_places(check, kernel);
    check_range(check, kernel);
    check_cases(check, kernel->exercise);
}

/* --- quantities and rows ---------------------------------------------------------------------- */

static bool is_quantity(const struct lab_check *check, const char *name)
{
    bool (*known)(const char *) = check->loading->request->counter_known;
    return strcmp(name, LAB_TIME) == 0 || !known || known(name);
}

static void check_quantity(const struct lab_check *check, const char *const *member)
{
    if (!*member || is_quantity(check, *member))
        return;
    lesson_error(check->file, lesson_place(check->file, member, check->lab->location), "there is no counter '%s'",
                 *member);
    diagnostics_hint(check->loading->diagnostics, "doc/counters.md lists them; `time` is the modelled time");
}

struct expression_check {
    const struct lab_check *check;
    struct location place;
};

static void check_name(void *context, const char *name)
{
    const struct expression_check *expression = context;
    const struct lab_check *check = expression->check;
    if (!is_quantity(check, name))
        lesson_error(check->file, expression->place, "there is no counter '%s'", name);
    else if (check->lab->kind == STEP_COMPARE)
        lesson_error(check->file, expression->place, "say of which row: %s(1)", name);
}

static void check_expression(const struct lab_check *check, const struct expression *expression, const void *member)
{
    struct expression_check given = {check, lesson_place(check->file, member, check->lab->location)};
    if (expression)
        expression_visit_names(expression, check_name, &given);
}

/* What the case does not say of such an exercise comes from its timed case. */
static void check_exercise_row(const struct lab_check *check, const char *const *member)
{
    if (*member && !loading_find_exercise(check->loading, *member))
        lesson_error(check->file, lesson_place(check->file, member, check->lab->location), "there is no exercise '%s'",
                     *member);
}

/* lessons/measured.json: {"gelu_eager": {"us": 123.4, "what": "PyTorch 2.6, H100 SXM"}} */
static void read_measured(const struct lab_check *check, struct lab_row *row)
{
    const char *path = path_join(check->loading->arena, check->file->folder, "lessons/measured.json");
    if (!row->measured)
        return;
    CLEANUP(json_decref) json_t *times = json_read_file(path, MEASURED_MAX_BYTES, NULL);
    row->measured_us = json_number_value(json_object_get(json_object_get(times, row->measured), "us"));
    if (!(row->measured_us > 0))
        lesson_error(check->file, lesson_place(check->file, &row->measured, row->location),
                     "lessons/measured.json has no time '%s'", row->measured);
}

void check_lab_together(struct loading *loading, struct lesson_file *file, struct lab *lab)
{
    struct lab_check check = {loading, file, lab};
    if (!lesson_places_find(file->wholes, lab))
        return;
    check_kernel(&check, &lab->kernel, &lab->with, lesson_place(file, &lab->kernel.file, lab->location));
    check_exercise_row(&check, &lab->mine);
    for (size_t i = 0; i < lab->row_count; i++) {
        struct lab_row *row = &lab->rows[i];
        check_kernel(&check, &row->kernel, &row->with, lesson_place(file, &row->kernel.file, row->location));
        check_exercise_row(&check, &row->mine);
        read_measured(&check, row);
    }
    for (size_t i = 0; i < lab->columns.count; i++)
        check_quantity(&check, &lab->columns.items[i]);
    check_quantity(&check, &lab->label);
    check_expression(&check, lab->claim, &lab->claim);
    check_expression(&check, lab->accept, &lab->accept);
    check_expression(&check, lab->answer_number, &lab->answer);
}
