/* The state of each exercise. */
#include "progress/database/database.h"

/* Before the first pass, `assisted` says whether that pass would be. */
#define ASSISTED \
    "CASE WHEN passed_at IS NULL THEN solution_seen_at IS NOT NULL OR half_starter_at IS NOT NULL ELSE assisted END"
#define COLUMNS                                                     \
    "exercise, attempts, parked, last_status, passed_at, " ASSISTED \
    ", best_medal, best_ratio, hints_order, half_starter_at IS NOT NULL"

static struct exercise_progress read_progress(const struct query *query, struct arena *arena)
{
    struct exercise_progress progress = {
        .exercise = query_text(query, 0, arena),
        .attempts = (int)query_integer(query, 1),
        .last_status = query_text(query, 3, arena),
        .passed_at = query_text(query, 4, arena),
        .assisted = query_integer(query, 5) != 0,
        .best_medal = query_text(query, 6, arena),
        .best_ratio = query_real(query, 7),
        .hints_order = query_text(query, 8, arena),
        .has_half_starter = query_integer(query, 9) != 0,
    };
    if (progress.passed_at)
        progress.state = EXERCISE_PASSED;
    else if (query_integer(query, 2))
        progress.state = EXERCISE_PARKED;
    else
        progress.state = progress.attempts ? EXERCISE_TRIED : EXERCISE_NEW;
    return progress;
}

bool store_get_exercise(struct store *store, const char *exercise, struct arena *arena,
                        struct exercise_progress *out_progress, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT " COLUMNS " FROM exercise WHERE exercise = ?", error))
        return false;
    query_bind_text(&query, exercise);
    if (!query_next(&query, &row, error))
        return false;
    *out_progress =
        row ? read_progress(&query, arena) : (struct exercise_progress){.exercise = arena_strdup(arena, exercise)};
    return true;
}

static void read_row(const struct query *query, struct arena *arena, void *out_row)
{
    struct exercise_progress *progress = out_row;
    *progress = read_progress(query, arena);
}

bool store_list_exercises(struct store *store, struct arena *arena, struct exercise_progress **out_progress,
                          size_t *out_count, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, "SELECT " COLUMNS " FROM exercise ORDER BY exercise", error))
        return false;
    struct exercise_progress *progress = query_read_rows(&query, arena, sizeof *progress, read_row, out_count, error);
    if (!progress)
        return false;
    *out_progress = progress;
    return true;
}

/* A statement in its own transaction, with an exercise, a number and the time as ?1, ?2, ?3. */
static bool change_exercise(struct store *store, const char *sql, const char *exercise, int64_t number,
                            struct error *error)
{
    struct timestamp now = timestamp_now();
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store, sql, error))
        return false;
    query_bind_text(&change.query, exercise);
    query_bind_integer(&change.query, number);
    query_bind_text(&change.query, now.text);
    return change_commit(&change, error);
}

bool store_set_parked(struct store *store, const char *exercise, bool parked, struct error *error)
{
    return change_exercise(store,
                           "INSERT INTO exercise (exercise, parked) VALUES (?1, ?2)"
                           " ON CONFLICT (exercise) DO UPDATE SET parked = ?2 WHERE ?3 IS NOT NULL",
                           exercise, parked, error);
}

bool store_add_hint(struct store *store, const char *exercise, int hint, struct error *error)
{
    return change_exercise(store,
                           "INSERT INTO exercise (exercise, hints_shown, hints_order) VALUES (?1, 1, char(97 + ?2))"
                           " ON CONFLICT (exercise) DO UPDATE SET hints_shown = hints_shown + 1,"
                           " hints_order = hints_order || char(97 + ?2)"
                           " WHERE ?3 IS NOT NULL AND instr(hints_order, char(97 + ?2)) = 0",
                           exercise, hint, error);
}

bool store_mark_solution_seen(struct store *store, const char *exercise, struct error *error)
{
    return change_exercise(store,
                           "INSERT INTO exercise (exercise, solution_seen_at) VALUES (?1, ?3)"
                           " ON CONFLICT (exercise) DO UPDATE SET solution_seen_at = coalesce(solution_seen_at, ?3)"
                           " WHERE ?2 IS NOT NULL",
                           exercise, 0, error);
}

bool store_mark_half_starter(struct store *store, const char *exercise, struct error *error)
{
    return change_exercise(store,
                           "INSERT INTO exercise (exercise, half_starter_at) VALUES (?1, ?3)"
                           " ON CONFLICT (exercise) DO UPDATE SET half_starter_at = coalesce(half_starter_at, ?3)"
                           " WHERE ?2 IS NOT NULL",
                           exercise, 0, error);
}

bool store_is_earned(struct store *store, const char *exercise, const char *variant, bool *out_earned,
                     struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store,
                     "SELECT NOT base.assisted OR EXISTS (SELECT 1 FROM exercise AS variant"
                     " WHERE variant.exercise = ?2 AND EXISTS (SELECT 1 FROM attempt"
                     " WHERE attempt.exercise = ?2 AND attempt.status = 'pass' AND NOT attempt.assisted"
                     " AND unixepoch(attempt.started_at) >= unixepoch(base.passed_at) + 86400))"
                     " FROM exercise AS base WHERE base.exercise = ?1 AND base.passed_at IS NOT NULL",
                     error))
        return false;
    query_bind_text(&query, exercise);
    query_bind_text(&query, variant);
    if (!query_next(&query, &row, error))
        return false;
    *out_earned = row && query_integer(&query, 0);
    return true;
}
