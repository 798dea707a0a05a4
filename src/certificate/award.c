/* Finds an award by its name, and the lessons that count for it. */
#include "certificate/award.h"

#include <string.h>

#include "base/i18n.h"

static void add_lesson(struct award *award, const struct lesson *lesson)
{
    award->lessons[award->lesson_count++] = lesson;
}

static const char *words_of(const struct certificate_requirement *requirement, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer words = BUFFER_INIT;
    certificate_requirement_words(requirement, &words);
    return arena_strdup(arena, buffer_text(&words));
}

static bool find_certificate(const struct earned *earned, const char *name, struct arena *arena,
                             struct award *out_award)
{
    int found = 0;
    while (found < CERTIFICATE_COUNT && strcmp(certificate_award_name((enum certificate)found), name) != 0)
        found++;
    if (found == CERTIFICATE_COUNT)
        return false;
    enum certificate certificate = (enum certificate)found;
    struct certificate_state state;
    certificate_evaluate(certificate, earned, arena, &state);
    bool is_badge = certificate_is_badge(certificate);
    const char *title = certificate_name(certificate), *claim = certificate_claim(certificate);
    *out_award = (struct award){
        .english = {.title = is_badge ? title : arena_printf(arena, "%s certificate", title), .claim = claim},
        .local = {.title = is_badge ? _(title) : arena_printf(arena, _("%s certificate"), _(title)), .claim = _(claim)},
        .is_certificate = !is_badge,
        .earned = state.met_count == state.needed_count,
        .lessons = out_award->lessons,
    };
    CLEANUP(buffer_done) struct buffer criteria = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer local = BUFFER_INIT;
    for (size_t i = 0; i < state.requirement_count; i++) {
        const struct certificate_requirement *requirement = &state.requirements[i];
        if (requirement->is_shown_only) {
            out_award->shown = requirement->text;
            out_award->shown_state = requirement->met ? "passed" : requirement->is_taken ? "not passed" : "not taken";
            continue;
        }
        buffer_printf(&criteria, "%s%s", criteria.size_bytes ? ", " : "", requirement->text);
        buffer_printf(&local, "%s%s", local.size_bytes ? ", " : "", words_of(requirement, arena));
        if (!requirement->met && !out_award->missing)
            out_award->missing = arena_printf(arena, _("it still needs %s"), words_of(requirement, arena));
        if (!requirement->offered && !out_award->unoffered)
            out_award->unoffered = words_of(requirement, arena);
    }
    out_award->english.criteria = arena_strdup(arena, buffer_text(&criteria));
    out_award->local.criteria = arena_strdup(arena, buffer_text(&local));
    for (size_t i = 0; i < earned->curriculum->lesson_count; i++)
        if (certificate_counts(certificate, earned->curriculum->lessons[i]))
            add_lesson(out_award, earned->curriculum->lessons[i]);
    return true;
}

/* The kind of badge that a name means, and its subject. */
static enum badge_kind badge_of(const char *name, const struct curriculum *curriculum, const char **out_subject)
{
    static const struct {
        const char *prefix;
        enum badge_kind kind;
    } prefixes[] = {{"week-", BADGE_WEEK}, {"assessment-", BADGE_ASSESSMENT}};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(name, prefixes[i].prefix, strlen(prefixes[i].prefix)) == 0) {
            *out_subject = name + strlen(prefixes[i].prefix);
            return prefixes[i].kind;
        }
    const struct lesson *lesson = curriculum_find_lesson(curriculum, name);
    *out_subject = name;
    return lesson && lesson_is_project(lesson, 0) ? BADGE_PROJECT : BADGE_LESSON;
}

static bool find_badge(const struct earned *earned, const char *name, struct arena *arena, struct award *out_award)
{
    const char *subject;
    enum badge_kind kind = badge_of(name, earned->curriculum, &subject);
    const char *words = badge_words(kind);
    struct award award = {.english = {.claim = words, .criteria = words},
                          .local = {.claim = _(words), .criteria = _(words)},
                          .lessons = out_award->lessons};
    struct tally tally = {0};
    for (size_t i = 0; i < earned->curriculum->lesson_count; i++) {
        const struct lesson *lesson = earned->curriculum->lessons[i];
        if (!badge_counts(kind, subject, lesson))
            continue;
        add_lesson(&award, lesson);
        tally.passed += earned->lessons[i].passed;
        tally.total += earned->lessons[i].total;
    }
    if (tally.total == 0)
        return false;
    award.earned = tally.passed == tally.total;
    if (!award.earned && kind == BADGE_ASSESSMENT)
        award.missing = _("the assessment has not been passed");
    else if (!award.earned)
        award.missing = arena_printf(arena,
                                     ngettext("%zu of %zu exercise or quiz passed unaided",
                                              "%zu of %zu exercises and quizzes passed unaided", tally.total),
                                     tally.passed, tally.total);
    const struct lesson *lesson = award.lessons[0];
    bool is_week = kind == BADGE_WEEK;
    award.english.title = is_week ? arena_printf(arena, "Week %s", subject) : lesson->english_title;
    award.local.title = is_week ? arena_printf(arena, _("Week %d"), lesson->week) : lesson->title;
    *out_award = award;
    return true;
}

static void add_gaps(struct award *award, const struct earned *earned, struct arena *arena)
{
    award->gaps = ARENA_ARRAY(arena, earned->gap_count + 1, const struct earned_gap *);
    for (size_t i = 0; i < earned->gap_count; i++)
        for (size_t k = 0; k < award->lesson_count; k++)
            if (award->lessons[k] == earned->gaps[i].lesson)
                award->gaps[award->gap_count++] = &earned->gaps[i];
}

bool award_find(const struct earned *earned, const char *name, struct arena *arena, struct award *out_award,
                struct error *error)
{
    struct award award = {.lessons = ARENA_ARRAY(arena, earned->curriculum->lesson_count, const struct lesson *)};
    if (!find_certificate(earned, name, arena, &award) && !find_badge(earned, name, arena, &award)) {
        error_set(error, ERROR_NOT_FOUND, "there is no badge or certificate '%s'", name);
        return error_add_hint(error, "foundation-badge, foundation, advanced, research, week-1, assessment-foundation, "
                                     "or the id of a lesson");
    }
    award.name = arena_strdup(arena, name);
    add_gaps(&award, earned, arena);
    *out_award = award;
    return true;
}
