/* Evaluates the rules of certificates. */
#include "certificate/rules.h"

#include "base/i18n.h"

enum rule_kind { RULE_WEEKS, RULE_ASSESSMENT, RULE_SHOWN_ASSESSMENT, RULE_PROJECT, RULE_CONTRIBUTION };

struct rule {
    enum certificate certificate;
    enum rule_kind kind;
    int first, last; /* weeks; a level; a project's number */
};

static const struct rule rules[] = {
#define NEEDS_WEEKS(certificate, first, last) {CERTIFICATE_##certificate, RULE_WEEKS, first, last},
#define NEEDS_ASSESSMENT(certificate, level) {CERTIFICATE_##certificate, RULE_ASSESSMENT, LEVEL_##level, 0},
#define SHOWS_ASSESSMENT(certificate, level) {CERTIFICATE_##certificate, RULE_SHOWN_ASSESSMENT, LEVEL_##level, 0},
#define NEEDS_PROJECT(certificate, number) {CERTIFICATE_##certificate, RULE_PROJECT, number, 0},
#define NEEDS_CONTRIBUTION(certificate) {CERTIFICATE_##certificate, RULE_CONTRIBUTION, 0, 0},
#include "certificate/certificates.def"
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0], WEEKS_MAX = 12 };

enum type { TYPE_CERTIFICATE, TYPE_BADGE };

static const struct {
    const char *award;
    const char *name;
    enum type type;
    const char *claim;
} certificates[] = {
#define CERTIFICATE(id, award, name, type, claim) {award, name, TYPE_##type, claim},
#include "certificate/certificates.def"
};

const char *certificate_award_name(enum certificate certificate)
{
    return certificates[certificate].award;
}

const char *certificate_name(enum certificate certificate)
{
    return certificates[certificate].name;
}

const char *certificate_claim(enum certificate certificate)
{
    return certificates[certificate].claim;
}

bool certificate_is_badge(enum certificate certificate)
{
    return certificates[certificate].type == TYPE_BADGE;
}

static bool counts(const struct rule *rule, int week, const struct lesson *lesson)
{
    switch (rule->kind) {
    case RULE_WEEKS:
        return lesson->week == week && lesson->core && lesson_is_taught(lesson) && !lesson->pack;
    case RULE_ASSESSMENT:
    case RULE_SHOWN_ASSESSMENT:
        return lesson->kind == LESSON_ASSESSMENT && (int)lesson->level == rule->first;
    case RULE_PROJECT:
        return lesson_is_project(lesson, rule->first);
    case RULE_CONTRIBUTION:
        return lesson_is_contribution(lesson);
    }
    return false;
}

bool certificate_counts(enum certificate certificate, const struct lesson *lesson)
{
    for (size_t i = 0; i < RULE_COUNT; i++) {
        if (rules[i].certificate != certificate || rules[i].kind == RULE_SHOWN_ASSESSMENT)
            continue;
        bool is_week = rules[i].kind != RULE_WEEKS || (lesson->week >= rules[i].first && lesson->week <= rules[i].last);
        if (is_week && counts(&rules[i], lesson->week, lesson))
            return true;
    }
    return false;
}

static struct tally tally_rule(const struct rule *rule, int week, const struct earned *earned)
{
    struct tally tally = {0};
    for (size_t i = 0; i < earned->curriculum->lesson_count; i++) {
        const struct lesson *lesson = earned->curriculum->lessons[i];
        if (!counts(rule, week, lesson))
            continue;
        tally.passed += earned->lessons[i].passed;
        tally.total += earned->lessons[i].total;
    }
    return tally;
}

static enum requirement_kind requirement_of(enum rule_kind kind)
{
    switch (kind) {
    case RULE_WEEKS:
        return REQUIREMENT_WEEK;
    case RULE_ASSESSMENT:
    case RULE_SHOWN_ASSESSMENT:
        return REQUIREMENT_ASSESSMENT;
    case RULE_PROJECT:
        return REQUIREMENT_PROJECT;
    case RULE_CONTRIBUTION:
        break;
    }
    return REQUIREMENT_CONTRIBUTION;
}

static void add_gaps(struct certificate_requirement *requirement, const struct rule *rule, int week,
                     const struct earned *earned, struct arena *arena)
{
    requirement->gaps = ARENA_ARRAY(arena, earned->gap_count + 1, const struct earned_gap *);
    for (size_t i = 0; i < earned->gap_count; i++)
        if (counts(rule, week, earned->gaps[i].lesson))
            requirement->gaps[requirement->gap_count++] = &earned->gaps[i];
}

static void add_requirement(struct certificate_state *state, const struct rule *rule, int week,
                            const struct earned *earned, struct arena *arena, const char *text)
{
    struct tally tally = tally_rule(rule, week, earned);
    bool is_assessment = rule->kind == RULE_ASSESSMENT || rule->kind == RULE_SHOWN_ASSESSMENT;
    struct certificate_requirement requirement = {
        .text = text,
        .kind = requirement_of(rule->kind),
        .number = rule->kind == RULE_WEEKS ? week : rule->first,
        .passed = tally.passed,
        .total = tally.total,
        .offered = tally.total > 0,
        .met = is_assessment ? earned->assessment_passed[rule->first] : tally.total > 0 && tally.passed == tally.total,
        .is_shown_only = rule->kind == RULE_SHOWN_ASSESSMENT,
        .is_taken = is_assessment && earned->assessment_taken[rule->first],
    };
    add_gaps(&requirement, rule, week, earned, arena);
    state->requirements[state->requirement_count++] = requirement;
    state->needed_count += !requirement.is_shown_only;
    state->met_count += requirement.met && !requirement.is_shown_only;
}

static void evaluate_rule(const struct rule *rule, const struct earned *earned, struct arena *arena,
                          struct certificate_state *state)
{
    const char *text = "one contribution";
    if (rule->kind == RULE_PROJECT)
        text = arena_printf(arena, "project %d", rule->first);
    if (rule->kind == RULE_ASSESSMENT || rule->kind == RULE_SHOWN_ASSESSMENT)
        text = arena_printf(arena, "%s assessment", level_name((enum level)rule->first));
    if (rule->kind != RULE_WEEKS) {
        add_requirement(state, rule, 0, earned, arena, text);
        return;
    }
    for (int week = rule->first; week <= rule->last; week++)
        add_requirement(state, rule, week, earned, arena, arena_printf(arena, "core of week %d", week));
}

void certificate_evaluate(enum certificate certificate, const struct earned *earned, struct arena *arena,
                          struct certificate_state *out_state)
{
    struct certificate_state state = {
        .certificate = certificate,
        .requirements = ARENA_ARRAY(arena, RULE_COUNT + WEEKS_MAX, struct certificate_requirement),
    };
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (rules[i].certificate == certificate)
            evaluate_rule(&rules[i], earned, arena, &state);
    *out_state = state;
}

void certificate_requirement_words(const struct certificate_requirement *requirement, struct buffer *out)
{
    switch (requirement->kind) {
    case REQUIREMENT_WEEK:
        buffer_printf(out, _("core of week %d"), requirement->number);
        break;
    case REQUIREMENT_ASSESSMENT:
        buffer_printf(out, _("%s assessment"), _(level_name((enum level)requirement->number)));
        break;
    case REQUIREMENT_PROJECT:
        buffer_printf(out, _("project %d"), requirement->number);
        break;
    case REQUIREMENT_CONTRIBUTION:
        buffer_append_text(out, _("one contribution"));
        break;
    }
}
