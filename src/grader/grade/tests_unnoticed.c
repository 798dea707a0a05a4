#include "grader/grade/tests_unnoticed.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "grader/diagnose/explain_wrong.h"
#include "grader/value/number.h"

struct search {
    const struct job *job;
    struct arena *arena;
    const char *found; /* NULL: nothing yet */
};

static void append_number(struct buffer *text, enum dtype dtype, uint64_t bits)
{
    double value = number_decode(dtype, bits);
    if (isnan(value))
        buffer_append_text(text, "NaN");
    else
        buffer_printf(text, "%.9g", value);
}

/* ", where got is -1 and expected is 1": the inputs that have this element. */
static void append_inputs(struct buffer *text, const struct case_result *result, uint64_t index)
{
    const char *joint = ", where";
    for (size_t i = 0; i < result->shown_count; i++) {
        const struct shown_buffer *shown = &result->shown[i];
        bool is_input = shown->parameter->role == PARAMETER_IN && shown->initial;
        if (!is_input || index < shown->first || index - shown->first >= shown->shown)
            continue;
        buffer_printf(text, "%s %s is ", joint, shown->parameter->name);
        append_number(text, shown->parameter->dtype, shown->initial[index - shown->first]);
        joint = " and";
    }
}

static const char *say_first(const struct search *search, const struct case_result *result,
                             const struct buffer_result *buffer)
{
    const struct compare_element *element = &buffer->first[0];
    enum dtype dtype = buffer->parameter->dtype;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, " In case %s at element %llu",
                  explain_case_text(search->arena, search->job->cases[result->case_index].name),
                  (unsigned long long)element->index);
    append_inputs(&text, result, element->index);
    buffer_printf(&text, ", %s is ", buffer->parameter->name);
    append_number(&text, dtype, element->got);
    buffer_append_text(&text, " instead of ");
    append_number(&text, dtype, element->expected);
    buffer_append_char(&text, '.');
    return arena_strdup(search->arena, buffer_text(&text));
}

static bool look(void *context, struct case_result *result, struct error *error)
{
    struct search *search = context;
    (void)error;
    for (size_t i = 0; i < result->buffer_count && !search->found; i++)
        if (result->buffers[i].first_count)
            search->found = say_first(search, result, &result->buffers[i]);
    observation_free(result->observation);
    return true;
}

/* The reference judges, whatever the learner's checker says. */
static struct job job_without_checker(const struct grading *grading, const struct job *from)
{
    struct job job = *from;
    job.programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    job.program_count = 0;
    for (size_t i = 0; i < from->program_count; i++)
        if (from->programs[i].role != JOB_CHECKER)
            job.programs[job.program_count++] = from->programs[i];
    job.cases = arena_memdup(grading->arena, from->cases, from->case_count * sizeof *from->cases);
    for (size_t i = 0; i < job.case_count; i++)
        job.cases[i].compare = job.cases[i].show = true;
    return job;
}

const char *tests_unnoticed(struct grading *grading, const struct job *job)
{
    struct job plain = job_without_checker(grading, job);
    struct search search = {.job = &plain, .arena = grading->verdict->arena};
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns((plain.deadline_ms + 2000) * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    size_t answered;
    bool done = device_child_run(grading->grader->virtual_child, &plain, &watch, grading->arena, look, &search,
                                 &answered, NULL);
    if (search.found)
        return search.found;
    return done ? " It writes what the right kernel writes in each of your cases: one is missing that shows it." : "";
}
