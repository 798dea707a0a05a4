/* The verdict as plain data: names of statuses and medals, exit codes, making and freeing one. */
#include "grader/verdict.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "device/device.h"

struct status_row {
    const char *name;
    int exit_code;
};

static const struct status_row statuses[VERDICT_STATUS_COUNT] = {
    [VERDICT_PASS] = {"pass", 0},       [VERDICT_WRONG] = {"wrong", 1},
    [VERDICT_UNSAFE] = {"unsafe", 1},   [VERDICT_GATE] = {"gate", 1},
    [VERDICT_SLOW] = {"slow", 1},       [VERDICT_COMPILE_ERROR] = {"compile_error", 1},
    [VERDICT_TIMEOUT] = {"timeout", 1}, [VERDICT_CRASH] = {"crash", 1},
    [VERDICT_WAIVED] = {"waived", 1},   [VERDICT_ENVIRONMENT] = {"environment", 3},
};

const char *verdict_status_name(enum verdict_status status)
{
    return statuses[status].name;
}

int verdict_exit_code(enum verdict_status status)
{
    return statuses[status].exit_code;
}

const char *verdict_medal_name(enum medal medal)
{
    static const char *const names[] = {
        [MEDAL_NONE] = "none", [MEDAL_BRONZE] = "bronze", [MEDAL_SILVER] = "silver", [MEDAL_GOLD] = "gold"};
    return names[medal];
}

bool verdict_is_at_limit(const struct time_verdict *time)
{
    return time->available && time->ratio_to_best >= VERDICT_AT_LIMIT;
}

const char *verdict_trust_name(enum verdict_trust trust)
{
    static const char *const names[VERDICT_TRUST_COUNT] = {"none", "sampled", "full", "measured"};
    return trust < VERDICT_TRUST_COUNT ? names[trust] : "";
}

bool verdict_is_certifiable(const struct verdict *verdict)
{
    return !verdict->not_certifiable_why && verdict->trust >= VERDICT_TRUST_FULL;
}

/* "y" of "rank 1's y" */
static const char *name_alone(const struct wrong_buffer *wrong)
{
    const char *blank = strrchr(wrong->parameter, ' ');
    return blank ? blank + 1 : wrong->parameter;
}

static bool are_alike(const struct wrong_buffer *a, const struct wrong_buffer *b)
{
    return a->pattern && b->pattern && strcmp(a->pattern, b->pattern) == 0 && a->wrong_count == b->wrong_count &&
           a->element_count == b->element_count && a->unwritten_count == b->unwritten_count &&
           strcmp(name_alone(a), name_alone(b)) == 0;
}

size_t verdict_ranks_alike(const struct case_verdict *failing, size_t index)
{
    size_t ranks = 1;
    for (size_t i = 0; i < index; i++)
        if (are_alike(&failing->wrong[i], &failing->wrong[index]))
            return 0;
    for (size_t i = index + 1; i < failing->wrong_count; i++)
        ranks += are_alike(&failing->wrong[i], &failing->wrong[index]);
    return ranks;
}

bool verdict_on_gpu(const struct verdict *verdict)
{
    return device_kind_measures_time(verdict->device);
}

/* Each translation translates "en" to its own name. So this is the language of the sentences. */
static const char *own_language(void)
{
    return _("en");
}

bool verdict_is_foreign(const struct verdict *verdict)
{
    return verdict->language && strcmp(verdict->language, own_language()) != 0;
}

struct verdict *verdict_new(void)
{
    struct arena *arena = arena_new();
    struct verdict *verdict = ARENA_NEW(arena, struct verdict);
    verdict->arena = arena;
    verdict->status = VERDICT_ENVIRONMENT;
    verdict->exercise = verdict->file = verdict->device = verdict->architecture = verdict->message = "";
    verdict->language = arena_strdup(arena, own_language());
    verdict->diagnostics = diagnostics_new(arena);
    verdict->observation = observation_new();
    return verdict;
}

void verdict_free(struct verdict *verdict)
{
    if (!verdict)
        return;
    observation_free(verdict->observation);
    arena_free(verdict->arena);
}

void verdict_keep_timeline(struct verdict *verdict, const struct plan_timeline *timeline, const char *case_name)
{
    verdict->timeline = arena_memdup(verdict->arena, timeline, sizeof *timeline);
    verdict->timeline_case = arena_strdup(verdict->arena, case_name);
}
