/* Follows scratch buffers from launch to launch of a plan. */
#include "grader/worker/case_flow.h"

#include <stdio.h>
#include <string.h>

#include "base/identifier.h"

bool kept_stage_is_of(const struct kept_stage *kept, const struct plan_stage *stage)
{
    return kept->stage.rank == stage->rank && !strcmp(kept->stage.scratch, stage->scratch) &&
           kept->stage.element_count == stage->element_count;
}

const struct kept_stage *stage_keeper_last(const struct stage_keeper *keeper, const struct plan_stage *stage)
{
    for (size_t i = keeper->count; i-- > 0;)
        if (kept_stage_is_of(&keeper->stages[i], stage))
            return &keeper->stages[i];
    return NULL;
}

/* --- where a wrong buffer comes from ---------------------------------------------------------- */

/* The launch that wrote the content before this one; NULL: it is the first. */
static const struct kept_stage *writer_before(const struct stage_keeper *keeper, const struct kept_stage *user)
{
    for (size_t i = (size_t)(user - keeper->stages); i-- > 0;)
        if (keeper->stages[i].is_new && kept_stage_is_of(&keeper->stages[i], &user->stage))
            return &keeper->stages[i];
    return NULL;
}

static bool is_of_launch(const struct kept_stage *kept, const struct kept_stage *of)
{
    return kept->stage.launch == of->stage.launch && kept->stage.rank == of->stage.rank;
}

/* The launch passes the buffer twice, so that it reads the content that it replaces. */
static bool is_in_place(const struct stage_keeper *keeper, const struct kept_stage *kept)
{
    for (const struct kept_stage *next = kept + 1; next < keeper->stages + keeper->count; next++)
        if (is_of_launch(next, kept) && kept_stage_is_of(next, &kept->stage))
            return true;
    return false;
}

/* The launch whose result this one uses, if nothing can be compared with it; else NULL. */
static const struct kept_stage *unknown_source(const struct stage_keeper *learner, const struct stage_keeper *reference,
                                               const struct kept_stage *used, const struct kept_stage *wrong)
{
    bool is_wrong_one = kept_stage_is_of(used, &wrong->stage);
    bool is_unknown = is_wrong_one || !stage_keeper_last(reference, &used->stage);
    bool is_used = !used->is_new || (is_wrong_one && is_in_place(learner, used));
    const struct kept_stage *writer = is_unknown && is_used ? writer_before(learner, used) : NULL;
    return writer && !is_of_launch(writer, used) ? writer : NULL;
}

void case_flow_sources(const struct stage_keeper *learner, const struct stage_keeper *reference,
                       const struct kept_stage *wrong, struct stage_result *out_stage)
{
    bool is_on_the_way[KEPT_MAX] = {false}; /* launches that led to it */
    is_on_the_way[wrong - learner->stages] = true;
    struct stage_buffer *out = &out_stage->source;
    for (size_t i = learner->count; i-- > 0;) {
        for (size_t j = 0; is_on_the_way[i] && j < learner->count; j++) {
            const struct kept_stage *used = &learner->stages[j];
            const struct kept_stage *source =
                is_of_launch(used, &learner->stages[i]) ? unknown_source(learner, reference, used, wrong) : NULL;
            if (!source)
                continue;
            is_on_the_way[source - learner->stages] = true;
            out->line = out->line && out->line < source->stage.line ? out->line : source->stage.line;
            if (!*out->scratch && strcmp(source->stage.scratch, wrong->stage.scratch) != 0)
                snprintf(out->scratch, sizeof out->scratch, "%s", source->stage.scratch);
        }
    }
}

/* --- buffers that no launch uses -------------------------------------------------------------- */

/* Whether the name stands in these bytes of the source. */
static bool has_name(const struct source *source, size_t from, size_t to, const char *name)
{
    for (size_t at = from; at < to; at++)
        if (identifier_at(source, at, name))
            return true;
    return false;
}

static size_t line_end(const struct source *source, size_t at)
{
    const char *end = memchr(source->text + at, '\n', source->size_bytes - at);
    return end ? (size_t)(end - source->text) : source->size_bytes;
}

static size_t line_start(const struct source *source, int line)
{
    size_t at = 0;
    for (int i = 1; i < line && at < source->size_bytes; i++)
        at = line_end(source, at) + 1;
    return at < source->size_bytes ? at : source->size_bytes;
}

/* A copy of the plan takes the buffer, or has it for its target. */
static bool is_copied(const struct source *source, const char *name)
{
    static const char plan_line[] = "//!";
    for (size_t at = 0; at < source->size_bytes; at = line_end(source, at) + 1) {
        size_t end = line_end(source, at);
        bool is_of_plan = end - at >= strlen(plan_line) && !memcmp(source->text + at, plan_line, strlen(plan_line));
        if (is_of_plan && has_name(source, at, end, "copy") && has_name(source, at, end, name))
            return true;
    }
    return false;
}

/* The arguments of the launch at this line name an output of the exercise. */
static bool has_output(const struct job *job, const struct source *source, int line)
{
    size_t start = line_start(source, line);
    const char *close = memchr(source->text + start, ')', source->size_bytes - start);
    size_t end = close ? (size_t)(close - source->text) : source->size_bytes;
    for (size_t i = 0; i < job->parameter_count; i++)
        if (parameter_is_output(&job->parameters[i]) && has_name(source, start, end, job->parameters[i].name))
            return true;
    return false;
}

static bool is_last_and_new(const struct stage_keeper *keeper, const struct kept_stage *kept)
{
    return kept->is_new && stage_keeper_last(keeper, &kept->stage) == kept;
}

/* Everything that this launch wrote is used by no later one. */
static bool is_in_vain(const struct stage_keeper *keeper, const struct kept_stage *of)
{
    for (size_t i = 0; i < keeper->count; i++) {
        const struct kept_stage *kept = &keeper->stages[i];
        if (kept->stage.launch == of->stage.launch && kept->is_new && !is_last_and_new(keeper, kept))
            return false;
    }
    return is_last_and_new(keeper, of);
}

void case_flow_unused(const struct stage_keeper *learner, const struct stage_keeper *reference,
                      struct case_result *result)
{
    const struct job *job = learner->buffers->job;
    const struct source *source = &job_find_program(job, JOB_LEARNER, "")->source;
    for (size_t i = 0; i < learner->count; i++) {
        const struct kept_stage *kept = &learner->stages[i];
        const struct kept_stage *others = stage_keeper_last(reference, &kept->stage);
        bool is_so_there = others && is_last_and_new(reference, others);
        if (kept->stage.rank > 0)
            continue;
        if (!is_in_vain(learner, kept) || is_so_there || is_copied(source, kept->stage.scratch) ||
            has_output(job, source, kept->stage.line))
            continue;
        snprintf(result->unused.scratch, sizeof result->unused.scratch, "%s", kept->stage.scratch);
        result->unused.line = kept->stage.line;
    }
}
