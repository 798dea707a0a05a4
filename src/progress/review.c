/* Lists questions and exercises to review. */
#include "progress/review.h"

#include <stdlib.h>
#include <string.h>

#include "progress/database/database.h"
#include "progress/recall.h"

/* A whole number for each calendar day in the learner's time zone. */
#define DAY(when) "cast(julianday(date(" when ", 'localtime')) + 0.5 AS INTEGER)"

/* The answers to one item, a day at a time. */
struct history {
    struct recall recall;
    int64_t day; /* of the last answer that counts; 0: there is none */
    bool was_wrong;
};

/* The first answer of a day tells what was remembered. */
static void history_add(struct history *history, int64_t day, enum recall_grade grade)
{
    if (history->day == day)
        return;
    recall_answer(&history->recall, history->day ? (double)(day - history->day) : 0, grade);
    history->day = day;
}

static void finish(struct review_item *item, const struct history *history, int64_t today)
{
    item->days_ago = today > history->day ? today - history->day : 0;
    item->was_wrong = history->was_wrong;
    item->is_due = item->days_ago >= recall_interval_days(&history->recall);
}

/* --- questions -------------------------------------------------------------------------------- */

/* False if the curriculum no longer has it, or never asks it again. */
static bool find_question(const struct curriculum *curriculum, const char *id, int index, struct review_item *item)
{
    *item = (struct review_item){.step = index, .lesson = curriculum_find_lesson(curriculum, id)};
    if (!item->lesson || item->lesson->kind != LESSON_ORDINARY || (size_t)index >= item->lesson->step_count)
        return false;
    const struct step *step = &item->lesson->steps[index];
    return step->kind == STEP_QUIZ || step_is_lab(step);
}

struct answer {
    const char *lesson;
    int step;
    int64_t day;
    bool right;
};

static void read_answer(const struct query *query, struct arena *arena, void *out_row)
{
    struct answer *answer = out_row;
    *answer = (struct answer){.lesson = query_text(query, 0, arena),
                              .step = (int)query_integer(query, 1),
                              .day = query_integer(query, 2),
                              .right = query_integer(query, 3) != 0};
}

static bool is_same_question(const struct answer *a, const struct answer *b)
{
    return a->step == b->step && strcmp(a->lesson, b->lesson) == 0;
}

static bool add_questions(struct store *store, const struct curriculum *curriculum, int64_t today, struct arena *arena,
                          struct review_item **out_items, size_t *out_count, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    size_t answers_count;
    if (!query_begin(&query, store,
                     "SELECT lesson, step, " DAY("answered_at") ", right AND NOT skipped FROM answer"
                                                                " ORDER BY lesson, step, id",
                     error))
        return false;
    struct answer *answers = query_read_rows(&query, arena, sizeof *answers, read_answer, &answers_count, error);
    if (!answers)
        return false;
    struct review_item *items = ARENA_ARRAY(arena, answers_count + curriculum->exercise_count + 1, struct review_item);
    size_t count = 0;
    for (size_t first = 0, end; first < answers_count; first = end) {
        struct history history = {0};
        for (end = first; end < answers_count && is_same_question(&answers[first], &answers[end]); end++) {
            history_add(&history, answers[end].day, answers[end].right ? RECALL_GOOD : RECALL_AGAIN);
            history.was_wrong = !answers[end].right;
        }
        if (find_question(curriculum, answers[first].lesson, answers[first].step, &items[count]))
            finish(&items[count++], &history, today);
    }
    *out_items = items;
    *out_count = count;
    return true;
}

/* --- exercises -------------------------------------------------------------------------------- */

/* A day's attempts: passed at once, passed after failures or with help, or not passed. */
struct day {
    int64_t number;
    bool failed, passed, assisted;
};

static void end_day(struct history *history, const struct day *day)
{
    if (day->passed)
        history_add(history, day->number, day->failed || day->assisted ? RECALL_HARD : RECALL_GOOD);
    else if (day->failed && history->day) /* before the first pass there is nothing to remember */
        history_add(history, day->number, RECALL_AGAIN);
    history->was_wrong = day->failed && !day->passed && history->day;
}

static bool read_history(struct store *store, const struct exercise *exercise, struct history *out_history,
                         struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    struct day day = {0};
    bool row;
    if (!query_begin(&query, store,
                     "SELECT " DAY("started_at") ", status = 'pass', assisted FROM attempt"
                                                 " WHERE exercise IN (?1, ?2) ORDER BY started_at, id",
                     error))
        return false;
    query_bind_text(&query, exercise->id);
    query_bind_text(&query, exercise->variant ? exercise->variant : exercise->id);
    while (query_next(&query, &row, error) && row) {
        if (query_integer(&query, 0) != day.number) {
            end_day(out_history, &day);
            day = (struct day){.number = query_integer(&query, 0)};
        }
        bool passed = query_integer(&query, 1) != 0;
        day.failed |= !passed && !day.passed;
        day.assisted |= passed && query_integer(&query, 2);
        day.passed |= passed;
    }
    end_day(out_history, &day);
    return error->code == ERROR_NONE;
}

static bool add_exercises(struct store *store, const struct curriculum *curriculum, int64_t today,
                          struct review_item *items, size_t *count, struct error *error)
{
    for (size_t i = 0; i < curriculum->exercise_count; i++) {
        const struct exercise *exercise = curriculum->exercises[i];
        struct history history = {0};
        if (exercise->variant_of)
            continue;
        if (!read_history(store, exercise, &history, error))
            return false;
        if (!history.day)
            continue;
        struct review_item *item = &items[(*count)++];
        *item = (struct review_item){.lesson = exercise->lesson, .step = -1, .exercise = exercise};
        finish(item, &history, today);
    }
    return true;
}

/* --- all -------------------------------------------------------------------------------------- */

/* Questions before exercises, wrong ones before right ones, the oldest first. */
static int by_need(const void *left, const void *right)
{
    const struct review_item *a = left, *b = right;
    if ((a->exercise == NULL) != (b->exercise == NULL))
        return a->exercise ? 1 : -1;
    if (a->was_wrong != b->was_wrong)
        return a->was_wrong ? -1 : 1;
    if (a->days_ago != b->days_ago)
        return a->days_ago > b->days_ago ? -1 : 1;
    int lessons = strcmp(a->lesson->id, b->lesson->id);
    return lessons ? lessons : a->exercise ? strcmp(a->exercise->id, b->exercise->id) : a->step - b->step;
}

static bool read_today(struct store *store, const char *now, int64_t *out_today, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT " DAY("coalesce(?1, 'now')"), error))
        return false;
    query_bind_text(&query, now);
    if (!query_next(&query, &row, error))
        return false;
    *out_today = query_integer(&query, 0);
    return true;
}

bool review_list(struct store *store, const struct curriculum *curriculum, const char *now, struct arena *arena,
                 struct review_item **out_items, size_t *out_count, struct error *error)
{
    struct error failure = {0};
    struct review_item *items;
    size_t count = 0;
    int64_t today;
    if (!read_today(store, now, &today, &failure) ||
        !add_questions(store, curriculum, today, arena, &items, &count, &failure) ||
        !add_exercises(store, curriculum, today, items, &count, &failure)) {
        if (error)
            *error = failure;
        return false;
    }
    qsort(items, count, sizeof *items, by_need);
    *out_items = items;
    *out_count = count;
    return true;
}
