/*
 * Exercises of the kind `tests`: describes a planted kernel that the learner's file did not catch.
 */
#include "grader/grade/tests_unnoticed.h"

#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

struct search {
    const struct job *job;
    struct arena *arena;
    const char *found; /* NULL: none yet */
};

/* ", where got is -1 and expected is 1": the inputs at this element. */
static void append_inputs(struct arena *arena, struct buffer *text, const struct case_result *result, uint64_t index)
{
    const char *joint = _(", where ");
    for (size_t i = 0; i < result->shown_count; i++) {
        const struct shown_buffer *shown = &result->shown[i];
        bool is_input = shown->parameter->role == PARAMETER_IN && shown->initial;
        if (!is_input || index < shown->first || index - shown->first >= shown->shown)
            continue;
        buffer_printf(text, _("%s%s is %s"), joint, shown->parameter->name,
                      phrase_stored(arena, shown->parameter->dtype, shown->initial[index - shown->first]));
        joint = _(" and ");
    }
}

static const char *say_first(const struct search *search, const struct case_result *result,
                             const struct buffer_result *buffer)
{
    const struct compare_element *element = &buffer->first[0];
    enum dtype dtype = buffer->parameter->dtype;
    struct arena *arena = search->arena;
    CLEANUP(buffer_done) struct buffer inputs = BUFFER_INIT;
    append_inputs(arena, &inputs, result, element->index);
    return sentence_text(arena, SENTENCE_TESTS_UNNOTICED_ELEMENT,
                         FIELDS({"case", phrase_case(arena, search->job->cases[result->case_index].name)},
                                {"index", phrase_count(arena, element->index)}, {"inputs", buffer_text(&inputs)},
                                {"buffer", buffer->parameter->name}, {"got", phrase_stored(arena, dtype, element->got)},
                                {"expected", phrase_stored(arena, dtype, element->expected)}));
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

/* The reference judges here, not the learner's checker. */
static struct job job_without_checker(const struct grading *grading, const struct job *from)
{
    struct job job = *from;
    job.programs = ARENA_ARRAY(grading->arena, JOB_PROGRAMS_MAX, struct job_program);
    job.program_count = 0;
    for (size_t i = 0; i < from->program_count; i++)
        if (from->programs[i].role != JOB_OWN_CHECKER)
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
    return done ? sentence_row(SENTENCE_TESTS_UNNOTICED_NOWHERE).text : "";
}
