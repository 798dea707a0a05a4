/* The ideal schedule of a plan, counted in launches. */
#include <string.h>

#include "base/hash.h"
#include "plan/run/run.h"

static bool evaluate_label(struct run *run, const struct plan_label *label, struct run_label *out_label)
{
    struct run_label evaluated = {.name = label->name.text, .index_count = label->index_count};
    for (size_t i = 0; i < label->index_count; i++)
        if (!run_integer(run, &label->indices[i], &evaluated.indices[i]))
            return false;
    *out_label = evaluated;
    return true;
}

static size_t bucket_of(const struct run_label *label)
{
    uint64_t hash = hash_word(label->name, strlen(label->name));
    for (size_t i = 0; i < label->index_count; i++)
        hash = (hash ^ (uint64_t)label->indices[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 32) % RUN_LABEL_BUCKETS;
}

static struct run_label *find_label(const struct run *run, const struct run_label *label)
{
    for (struct run_label *at = run->schedule.labels[bucket_of(label)]; at; at = at->next)
        if (strcmp(at->name, label->name) == 0 && at->index_count == label->index_count &&
            memcmp(at->indices, label->indices, sizeof at->indices) == 0)
            return at;
    return NULL;
}

static struct run_label *record_label(struct run *run, const struct run_label *label, uint64_t finish)
{
    struct run_label *known = find_label(run, label);
    if (!known) {
        struct run_label **bucket = &run->schedule.labels[bucket_of(label)];
        known = ARENA_NEW(run->arena, struct run_label);
        *known = *label;
        known->next = *bucket;
        *bucket = known;
    }
    if (finish > known->finish)
        known->finish = finish;
    return known;
}

/* An index below zero is the step before a chain's first one, so there is nothing to wait for. */
static bool precedes_everything(const struct run_label *label)
{
    for (size_t i = 0; i < label->index_count; i++)
        if (label->indices[i] < 0)
            return true;
    return false;
}

/* Whether a launch bears the name with another number of indices. */
static bool has_other_indices(const struct run *run, const struct run_label *label)
{
    for (size_t i = 0; i < RUN_LABEL_BUCKETS; i++)
        for (const struct run_label *at = run->schedule.labels[i]; at; at = at->next)
            if (strcmp(at->name, label->name) == 0 && at->index_count != label->index_count)
                return true;
    return false;
}

static bool wait_for(struct run *run, const struct plan_label *written, uint64_t *start)
{
    struct run_label label;
    if (!evaluate_label(run, written, &label))
        return false;
    if (precedes_everything(&label))
        return true;
    struct run_label *known = find_label(run, &label);
    if (known) {
        run->waits[run->wait_count++] = known;
        *start = known->finish > *start ? known->finish : *start;
        return true;
    }
    char indices[80] = "";
    for (size_t i = 0, used = 0; i < label.index_count; i++)
        used += (size_t)snprintf(indices + used, sizeof indices - used, "%s%lld%s", i ? ", " : "[",
                                 (long long)label.indices[i], i + 1 == label.index_count ? "]" : "");
    if (has_other_indices(run, &label))
        return run_refuse(run, written->name.location, ERROR_NOT_FOUND,
                          "after={name}: the launch of that name has another number of indices; as= and after= must "
                          "have the same number",
                          "name=%s%s", label.name, indices);
    return run_refuse(run, written->name.location, ERROR_NOT_FOUND,
                      "after={name}: no launch of that name comes before this line", "name=%s%s", label.name, indices);
}

/*
 * Accounts for one launch or copy of the current rank. Every step takes one unit of time. A step of
 * stream 0 waits for everything before its statement and delays everything after it.
 */
bool run_schedule_step(struct run *run, const struct plan_statement *statement, bool was_skipped)
{
    const struct plan_options *options = &statement->options;
    struct run_schedule *schedule = &run->schedule;
    int64_t stream = 0;
    if (options->stream.expression && !run_integer_in(run, &options->stream, "stream", 0, RUN_STREAMS_MAX - 1, &stream))
        return false;
    uint64_t *ready = &schedule->ready[run->rank][stream];
    uint64_t start = *ready > schedule->barrier ? *ready : schedule->barrier;
    run->bears = NULL;
    run->wait_count = 0;
    for (size_t i = 0; i < options->after_count && !was_skipped; i++)
        if (!wait_for(run, &options->after[i], &start))
            return false;
    uint64_t finish = start + (was_skipped ? 0 : 1);
    struct run_label label = {0};
    if (options->label.name.text) {
        if (!evaluate_label(run, &options->label, &label))
            return false;
        run->bears = record_label(run, &label, was_skipped ? 0 : finish);
    }
    if (was_skipped)
        return true;
    struct run_step step = {
        .stream = (int)stream, .label = label.index_count ? label.indices[0] : -1, .begin = start, .end = finish};
    run_timeline_step(run, statement, &step);
    *ready = finish;
    schedule->latest = finish > schedule->latest ? finish : schedule->latest;
    return true;
}
