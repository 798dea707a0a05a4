/* Lists questions and exercises to review. */
#include "progress/review.h"

#include "progress/database/database.h"

#define DAY(when) "cast(julianday(date(" when ", 'localtime')) + 0.5 AS INTEGER)"
#define DAYS_SINCE(when) "max(0, " DAY("coalesce(?1, 'now')") " - " DAY(when) ")"

/* Both yield: id, step or -1, wrong, days. */
static const char questions_sql[] = "SELECT lesson, step, NOT right, " DAYS_SINCE(
    "coalesce(answered_at, done_at)") " AS days"
                                      " FROM step WHERE answer IS NOT NULL ORDER BY right, days DESC, lesson, step";
static const char exercises_sql[] = "SELECT exercise, -1, 0, " DAYS_SINCE(
    "passed") " AS days FROM"
              " (SELECT exercise, coalesce((SELECT max(started_at) FROM attempt"
              "   WHERE attempt.exercise = exercise.exercise AND status = 'pass'), passed_at) AS passed"
              "  FROM exercise WHERE passed_at IS NOT NULL) ORDER BY days DESC, exercise";

/* False if the curriculum no longer has it, or never asks it again. */
static bool find_subject(const struct curriculum *curriculum, const char *id, struct review_item *item)
{
    if (item->step < 0) {
        item->exercise = curriculum_find_exercise(curriculum, id);
        item->lesson = item->exercise ? item->exercise->lesson : NULL;
        return item->exercise && !item->exercise->variant_of;
    }
    item->lesson = curriculum_find_lesson(curriculum, id);
    if (!item->lesson || item->lesson->kind != LESSON_ORDINARY || (size_t)item->step >= item->lesson->step_count)
        return false;
    const struct step *step = &item->lesson->steps[item->step];
    return step->kind == STEP_QUIZ || step_is_lab(step);
}

static bool add_items(struct store *store, const struct curriculum *curriculum, const char *sql, const char *now,
                      struct arena *arena, struct review_item *items, size_t capacity, size_t *count,
                      struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, sql, error))
        return false;
    query_bind_text(&query, now);
    for (bool row; *count < capacity;) {
        if (!query_next(&query, &row, error))
            return false;
        if (!row)
            break;
        struct review_item item = {.step = (int)query_integer(&query, 1),
                                   .was_wrong = query_integer(&query, 2) != 0,
                                   .days_ago = query_integer(&query, 3)};
        item.is_due = item.days_ago >= REVIEW_AFTER_DAYS || (item.was_wrong && item.days_ago > 0);
        if (find_subject(curriculum, query_text(&query, 0, arena), &item))
            items[(*count)++] = item;
    }
    return true;
}

bool review_list(struct store *store, const struct curriculum *curriculum, const char *now, struct arena *arena,
                 struct review_item **out_items, size_t *out_count, struct error *error)
{
    int64_t questions, exercises;
    if (!database_read_integer(store, "SELECT count(*) FROM step", &questions, error) ||
        !database_read_integer(store, "SELECT count(*) FROM exercise", &exercises, error))
        return false;
    size_t capacity = (size_t)(questions + exercises), count = 0;
    struct review_item *items = ARENA_ARRAY(arena, capacity, struct review_item);
    if (!add_items(store, curriculum, questions_sql, now, arena, items, capacity, &count, error) ||
        !add_items(store, curriculum, exercises_sql, now, arena, items, capacity, &count, error))
        return false;
    *out_items = items;
    *out_count = count;
    return true;
}
