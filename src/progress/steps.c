/* Done steps, the reader's position, settings. */
#include "progress/database/database.h"

/* Keeps each answer beside the newest one of `step`. */
static bool add_answer(struct store *store, const char *lesson, int step, const struct step_outcome *outcome,
                       const char *now, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!outcome->answer && !outcome->skipped)
        return true;
    if (!query_begin(&query, store,
                     "INSERT INTO answer (lesson, step, right, skipped, seconds, answered_at)"
                     " VALUES (?1, ?2, ?3, ?4, nullif(?5, -1), ?6)",
                     error))
        return false;
    query_bind_text(&query, lesson);
    query_bind_integer(&query, step);
    query_bind_integer(&query, outcome->right);
    query_bind_integer(&query, outcome->skipped);
    query_bind_integer(&query, outcome->seconds < 0 ? -1 : outcome->seconds);
    query_bind_text(&query, now);
    return query_run(&query, error);
}

bool store_set_step_outcome(struct store *store, const char *lesson, int step, const struct step_outcome *outcome,
                            struct error *error)
{
    struct timestamp now = timestamp_now();
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "INSERT INTO step (lesson, step, answer, right, done_at, answered_at, seconds, skipped)"
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?5, nullif(?6, -1), ?7)"
                      " ON CONFLICT (lesson, step) DO UPDATE SET answer = ?3, right = ?4, answered_at = ?5,"
                      " seconds = coalesce(seconds, nullif(?6, -1)), skipped = ?7",
                      error))
        return false;
    query_bind_text(&change.query, lesson);
    query_bind_integer(&change.query, step);
    query_bind_text(&change.query, outcome->answer);
    query_bind_integer(&change.query, outcome->right);
    query_bind_text(&change.query, now.text);
    query_bind_integer(&change.query, outcome->seconds < 0 ? -1 : outcome->seconds);
    query_bind_integer(&change.query, outcome->skipped);
    return add_answer(store, lesson, step, outcome, now.text, error) && change_commit(&change, error);
}

bool store_set_step_done(struct store *store, const char *lesson, int step, const char *answer, bool right,
                         struct error *error)
{
    const struct step_outcome outcome = {.answer = answer, .right = right, .seconds = -1};
    return store_set_step_outcome(store, lesson, step, &outcome, error);
}

bool store_get_step(struct store *store, const char *lesson, int step, bool *out_done, bool *out_right,
                    struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT right FROM step WHERE lesson = ? AND step = ?", error))
        return false;
    query_bind_text(&query, lesson);
    query_bind_integer(&query, step);
    if (!query_next(&query, &row, error))
        return false;
    *out_done = row;
    *out_right = row && query_integer(&query, 0);
    return true;
}

static void read_step(const struct query *query, struct arena *arena, void *out_row)
{
    struct step_progress *step = out_row;
    *step = (struct step_progress){.lesson = query_text(query, 0, arena),
                                   .step = (int)query_integer(query, 1),
                                   .right = query_integer(query, 2) != 0,
                                   .answer = query_text(query, 3, arena),
                                   .skipped = query_integer(query, 4) != 0,
                                   .seconds = query_integer(query, 5)};
}

bool store_list_steps(struct store *store, struct arena *arena, struct step_progress **out_steps, size_t *out_count,
                      struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "SELECT lesson, step, right, answer, skipped, coalesce(seconds, -1) FROM step ORDER BY "
                     "lesson, step",
                     error))
        return false;
    struct step_progress *steps = query_read_rows(&query, arena, sizeof *steps, read_step, out_count, error);
    if (!steps)
        return false;
    *out_steps = steps;
    return true;
}

bool store_set_position(struct store *store, const char *lesson, int step, struct error *error)
{
    CLEANUP(change_done) struct change change = {0};
    /* Milliseconds distinguish the newer of two quick ones. */
    if (!change_begin(&change, store,
                      "INSERT INTO position (lesson, step, seen_at) VALUES (?1, ?2, strftime('%Y-%m-%dT%H:%M:%fZ'))"
                      " ON CONFLICT (lesson) DO UPDATE SET step = ?2, seen_at = strftime('%Y-%m-%dT%H:%M:%fZ')",
                      error))
        return false;
    query_bind_text(&change.query, lesson);
    query_bind_integer(&change.query, step);
    return change_commit(&change, error);
}

bool store_get_position(struct store *store, const char *lesson, int *out_step, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT step FROM position WHERE lesson = ?", error))
        return false;
    query_bind_text(&query, lesson);
    if (!query_next(&query, &row, error))
        return false;
    *out_step = row ? (int)query_integer(&query, 0) : -1;
    return true;
}

bool store_set_setting(struct store *store, const char *key, const char *value, struct error *error)
{
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      value ? "INSERT INTO setting (key, value) VALUES (?1, ?2)"
                              " ON CONFLICT (key) DO UPDATE SET value = ?2"
                            : "DELETE FROM setting WHERE key = ?1 AND ?2 IS NULL",
                      error))
        return false;
    query_bind_text(&change.query, key);
    query_bind_text(&change.query, value);
    return change_commit(&change, error);
}

const char *store_get_setting(struct store *store, const char *key, struct arena *arena)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT value FROM setting WHERE key = ?", NULL))
        return NULL;
    query_bind_text(&query, key);
    return query_next(&query, &row, NULL) && row ? query_text(&query, 0, arena) : NULL;
}
