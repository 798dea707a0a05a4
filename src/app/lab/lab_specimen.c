/* Prepares the kernel of a lab for the microscope. */
#include <string.h>

#include "app/lab/lab_points.h"
#include "app/lab_fill.h"
#include "base/buffer.h"
#include "base/i18n.h"

/* The exercise with this case alone, and nothing to be held against. */
static const struct exercise *exercise_of(const struct exercise *exercise, const struct exercise_case *given,
                                          struct arena *arena)
{
    struct exercise *own = arena_memdup(arena, exercise, sizeof *exercise);
    own->cases = arena_memdup(arena, given, sizeof *given);
    own->case_count = 1;
    own->gate_case = own->bench = NULL;
    own->reference = own->checker = NULL;
    own->gate_count = 0;
    return own;
}

/* The code without the marks at the ends of its lines, as the step draws it. */
static struct source unmarked(const struct source *source, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (const char *line = source->text; *line;) {
        size_t length = strcspn(line, "\n");
        const char *mark = memmem(line, length, LAB_MARK, strlen(LAB_MARK));
        size_t shown = mark ? (size_t)(mark - line) : length;
        while (mark && shown > 0 && line[shown - 1] == ' ')
            shown--;
        buffer_append(&text, line, shown);
        buffer_append_text(&text, line[length] ? "\n" : "");
        line += length + (line[length] == '\n');
    }
    return (struct source){.name = source->name,
                           .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                           .size_bytes = text.size_bytes};
}

static bool find_fill(const struct lab *lab, const char *text, struct arena *arena, struct lab_specimen *specimen,
                      struct error *error)
{
    struct source source;
    if (!lab_fill_source(lab, text ? text : lab_fill_solution(lab, arena), arena, &source, error))
        return false;
    *specimen = (struct lab_specimen){.exercise = exercise_of(lab->kernel.exercise, lab->given, arena),
                                      .source = unmarked(&source, arena),
                                      .title = lab->id};
    return true;
}

bool lab_specimen_find(const struct app *app, const struct lab *lab, size_t point, const char *text,
                       struct arena *arena, struct lab_specimen *out_specimen, struct error *error)
{
    struct lab_results results;
    struct lab_job job;
    *out_specimen = (struct lab_specimen){0};
    if (lab->kind == STEP_FILL)
        return find_fill(lab, text, arena, out_specimen, error);
    lab_points_begin(lab, arena, &results);
    if (point >= results.point_count)
        point = 0;
    if (!lab_points_job(app, &results, point, false, arena, &job, error))
        return false;
    if (!job.exercise)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("This time was measured: no kernel runs here"));
    const char *label = results.points[point].label;
    *out_specimen =
        (struct lab_specimen){.title = label && *label ? arena_printf(arena, "%s: %s", lab->id, label) : lab->id,
                              .exercise = exercise_of(job.exercise, &job.given, arena),
                              .source = unmarked(&job.source, arena),
                              .line = job.line};
    return true;
}
