#include "certificate/rules.h"

#include <string.h>

enum rule_kind { RULE_WEEKS, RULE_ASSESSMENT, RULE_PROJECT, RULE_CONTRIBUTION };

struct rule {
    enum certificate certificate;
    enum rule_kind kind;
    int first, last; /* weeks; a level; a project's number */
};

static const struct rule rules[] = {
#define NEEDS_WEEKS(certificate, first, last) {CERTIFICATE_##certificate, RULE_WEEKS, first, last},
#define NEEDS_ASSESSMENT(certificate, level) {CERTIFICATE_##certificate, RULE_ASSESSMENT, LEVEL_##level, 0},
#define NEEDS_PROJECT(certificate, number) {CERTIFICATE_##certificate, RULE_PROJECT, number, 0},
#define NEEDS_CONTRIBUTION(certificate) {CERTIFICATE_##certificate, RULE_CONTRIBUTION, 0, 0},
#include "certificate/certificates.def"
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0], WEEKS_MAX = 12 };

static const struct {
    const char *name, *claim;
} certificates[] = {
#define CERTIFICATE(id, name, claim) {name, claim},
#include "certificate/certificates.def"
};

const char *certificate_name(enum certificate certificate)
{
    return certificates[certificate].name;
}

const char *certificate_claim(enum certificate certificate)
{
    return certificates[certificate].claim;
}

/* What is measured for one requirement. */
struct tally {
    struct store *store;
    struct error *error;
    bool failed; /* the store could not be read */
    size_t passed, total;
};

static void tally_lesson(struct tally *tally, const struct lesson *lesson)
{
    for (size_t i = 0; i < lesson->step_count && !tally->failed; i++) {
        const struct exercise *exercise = lesson->steps[i].exercise;
        bool earned = false;
        if (lesson->steps[i].kind != STEP_EXERCISE)
            continue;
        tally->failed = !store_is_earned(tally->store, exercise->id, exercise->variant, &earned, tally->error);
        tally->total++;
        tally->passed += earned;
    }
}

/* Assessments, projects and contributions are lessons whose ids begin so. */
static bool lesson_is(const struct lesson *lesson, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(lesson->id, prefix, length) == 0 && (lesson->id[length] == '\0' || lesson->id[length] == '-');
}

static bool is_special(const struct lesson *lesson)
{
    return lesson_is(lesson, "assessment") || strncmp(lesson->id, "project", 7) == 0 ||
           lesson_is(lesson, "contribution");
}

static void tally_week(struct tally *tally, const struct curriculum *curriculum, int week)
{
    for (size_t i = 0; i < curriculum->lesson_count; i++) {
        const struct lesson *lesson = curriculum->lessons[i];
        if (lesson->week == week && lesson->core && !is_special(lesson))
            tally_lesson(tally, lesson);
    }
}

static void tally_prefix(struct tally *tally, const struct curriculum *curriculum, const char *prefix)
{
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        if (lesson_is(curriculum->lessons[i], prefix))
            tally_lesson(tally, curriculum->lessons[i]);
}

static void add_requirement(struct certificate_state *state, const struct tally *tally, const char *text)
{
    bool met = tally->total > 0 && tally->passed == tally->total;
    state->requirements[state->requirement_count++] = (struct certificate_requirement){
        .text = text, .passed = tally->passed, .total = tally->total, .offered = tally->total > 0, .met = met};
    state->met_count += met;
}

static bool evaluate_rule(const struct rule *rule, const struct curriculum *curriculum, struct tally start,
                          struct arena *arena, struct certificate_state *state)
{
    struct tally tally = start;
    switch (rule->kind) {
    case RULE_WEEKS:
        for (int week = rule->first; week <= rule->last && !tally.failed; week++) {
            tally = start;
            tally_week(&tally, curriculum, week);
            add_requirement(state, &tally, arena_printf(arena, "core of week %d", week));
        }
        break;
    case RULE_ASSESSMENT:
        tally_prefix(&tally, curriculum, arena_printf(arena, "assessment-%s", level_name((enum level)rule->first)));
        add_requirement(state, &tally, arena_printf(arena, "%s assessment", level_name((enum level)rule->first)));
        break;
    case RULE_PROJECT:
        tally_prefix(&tally, curriculum, arena_printf(arena, "project%d", rule->first));
        add_requirement(state, &tally, arena_printf(arena, "project %d", rule->first));
        break;
    case RULE_CONTRIBUTION:
        tally_prefix(&tally, curriculum, "contribution");
        add_requirement(state, &tally, "one contribution");
        break;
    }
    return !tally.failed;
}

bool certificate_evaluate(enum certificate certificate, const struct curriculum *curriculum, struct store *store,
                          struct arena *arena, struct certificate_state *out_state, struct error *error)
{
    struct tally start = {.store = store, .error = error};
    struct certificate_state state = {
        .certificate = certificate,
        .requirements = ARENA_ARRAY(arena, RULE_COUNT + WEEKS_MAX, struct certificate_requirement),
    };
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (rules[i].certificate == certificate && !evaluate_rule(&rules[i], curriculum, start, arena, &state))
            return false;
    *out_state = state;
    return true;
}
