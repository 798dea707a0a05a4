/* Finds the badges that are earned, and records new ones. */
#include "certificate/badges.h"

#include <string.h>

#include "base/i18n.h"
#include "progress/badges.h"

enum subject { SUBJECT_LESSON, SUBJECT_WEEK, SUBJECT_LEVEL };
enum selection { SELECT_TAUGHT, SELECT_TAUGHT_CORE, SELECT_ASSESSMENTS, SELECT_PROJECTS };

static const struct rule {
    const char *name;
    enum subject subject;
    enum selection selection;
    const char *words;
} rules[] = {
#define BADGE(id, name, subject, lessons, words) {name, SUBJECT_##subject, SELECT_##lessons, words},
#include "certificate/badges.def"
};

const char *badge_name(enum badge_kind kind)
{
    return rules[kind].name;
}

const char *badge_words(enum badge_kind kind)
{
    return rules[kind].words;
}

static bool is_selected(const struct lesson *lesson, enum selection selection)
{
    switch (selection) {
    case SELECT_TAUGHT:
        return lesson_is_taught(lesson);
    case SELECT_TAUGHT_CORE:
        return lesson_is_taught(lesson) && lesson->core && lesson->week > 0;
    case SELECT_ASSESSMENTS:
        return lesson->kind == LESSON_ASSESSMENT;
    case SELECT_PROJECTS:
        return lesson_is_project(lesson, 0);
    }
    return false;
}

static const char *subject_of(const struct lesson *lesson, enum subject subject, struct arena *arena)
{
    return subject == SUBJECT_LESSON ? lesson->id
           : subject == SUBJECT_WEEK ? arena_printf(arena, "%d", lesson->week)
                                     : level_name(lesson->level);
}

static const char *title_of(const struct lesson *lesson, enum subject subject, struct arena *arena)
{
    return subject == SUBJECT_WEEK ? arena_printf(arena, _("Week %d"), lesson->week) : lesson->title;
}

bool badge_counts(enum badge_kind kind, const char *subject, const struct lesson *lesson)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct rule *rule = &rules[kind];
    bool is_foreign = lesson->pack && rule->subject == SUBJECT_WEEK;
    return is_selected(lesson, rule->selection) && !is_foreign &&
           strcmp(subject_of(lesson, rule->subject, arena), subject) == 0;
}

static struct badge *find(struct badge_list *list, enum badge_kind kind, const char *subject)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].kind == kind && strcmp(list->items[i].subject, subject) == 0)
            return &list->items[i];
    return NULL;
}

/* Packs have lesson badges. They do not count for the course's weeks and levels. */
static void add_rule(const struct earned *earned, enum badge_kind kind, struct arena *arena, struct badge_list *list)
{
    const struct rule *rule = &rules[kind];
    for (size_t i = 0; i < earned->curriculum->lesson_count; i++) {
        const struct lesson *lesson = earned->curriculum->lessons[i];
        bool is_foreign = lesson->pack && rule->subject == SUBJECT_WEEK;
        if (!is_selected(lesson, rule->selection) || is_foreign || earned->lessons[i].total == 0)
            continue;
        const char *subject = subject_of(lesson, rule->subject, arena);
        struct badge *badge = find(list, kind, subject);
        if (!badge) {
            badge = &list->items[list->count++];
            *badge = (struct badge){.kind = kind, .subject = subject, .title = title_of(lesson, rule->subject, arena)};
        }
        badge->tally.passed += earned->lessons[i].passed;
        badge->tally.total += earned->lessons[i].total;
    }
}

static void mark_recorded(struct badge_list *list, const struct badge_record *records, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < list->count; b++) {
            struct badge *badge = &list->items[b];
            if (strcmp(rules[badge->kind].name, records[i].badge) != 0 ||
                strcmp(badge->subject, records[i].subject) != 0)
                continue;
            badge->earned = true;
            badge->earned_at = records[i].earned_at;
        }
}

/*
 * Finds badges that are earned but not recorded. Returns the number of filled rows of
 * `out_records`.
 */
static size_t mark_new(struct badge_list *list, struct badge_record *out_records)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct badge *badge = &list->items[i];
        if (badge->earned || badge->tally.passed < badge->tally.total)
            continue;
        badge->earned = badge->is_new = true;
        out_records[count++] = (struct badge_record){.badge = rules[badge->kind].name, .subject = badge->subject};
    }
    return count;
}

bool badges_update(const struct earned *earned, struct store *store, struct arena *arena, struct badge_list *out_badges,
                   struct error *error)
{
    size_t most = BADGE_KIND_COUNT * earned->curriculum->lesson_count, recorded_count;
    struct badge_list list = {.items = ARENA_ARRAY(arena, most, struct badge)};
    struct badge_record *recorded, *fresh = ARENA_ARRAY(arena, most, struct badge_record);
    for (int kind = 0; kind < BADGE_KIND_COUNT; kind++)
        add_rule(earned, (enum badge_kind)kind, arena, &list);
    if (!badges_list(store, arena, &recorded, &recorded_count, error))
        return false;
    mark_recorded(&list, recorded, recorded_count);
    list.new_count = mark_new(&list, fresh);
    if (!store_is_read_only(store) && !badges_add(store, fresh, list.new_count, error))
        return false;
    for (size_t i = 0; i < list.count; i++)
        list.earned_count += list.items[i].earned;
    *out_badges = list;
    return true;
}
