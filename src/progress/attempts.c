/*
 * Attempts. Each is added in one transaction with its effect on the exercise. A full check may
 * change its judgement later, and nothing else of it.
 */
#include <string.h>

#include "base/random.h"
#include "base/text.h"
#include "progress/database/database.h"

static bool was_aided(struct store *store, const struct attempt *attempt, bool *out_aided, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store,
                     "SELECT (solution_seen_at IS NOT NULL OR half_starter_at IS NOT NULL) AND unaided_at IS NULL"
                     " FROM exercise WHERE exercise = ?",
                     error))
        return false;
    query_bind_text(&query, attempt->exercise);
    if (!query_next(&query, &row, error))
        return false;
    *out_aided = attempt->assisted || (row && query_integer(&query, 0));
    return true;
}

static bool insert_attempt(struct store *store, const struct attempt *attempt, bool aided, const char *started_at,
                           struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    char uuid[RANDOM_UUID_BYTES];
    random_uuid(uuid);
    if (!query_begin(&query, store,
                     "INSERT INTO attempt (exercise, status, device, architecture, seed, source, source_sha256,"
                     " ptx_sha256, verdict_json, medal, best_ratio, toolkit, program_version, model_version,"
                     " certifiable, assisted, started_at, elapsed_ns, trust, uuid)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     error))
        return false;
    query_bind_text(&query, attempt->exercise);
    query_bind_text(&query, attempt->status);
    query_bind_text(&query, attempt->device);
    query_bind_text(&query, attempt->architecture);
    query_bind_integer(&query, (int64_t)attempt->seed);
    query_bind_text(&query, attempt->source);
    query_bind_text(&query, attempt->source_sha256);
    query_bind_text(&query, attempt->ptx_sha256);
    query_bind_text(&query, attempt->verdict_json);
    query_bind_text(&query, attempt->medal);
    query_bind_real(&query, attempt->best_ratio);
    query_bind_text(&query, attempt->toolkit);
    query_bind_text(&query, attempt->program_version);
    query_bind_text(&query, attempt->model_version);
    query_bind_integer(&query, attempt->certifiable);
    query_bind_integer(&query, aided);
    query_bind_text(&query, started_at);
    query_bind_integer(&query, (int64_t)attempt->elapsed_ns);
    query_bind_text(&query, attempt->trust);
    query_bind_text(&query, attempt->uuid ? attempt->uuid : uuid);
    return query_run(&query, error);
}

#define MEDAL_RANK(medal) "(CASE " medal " WHEN 'gold' THEN 3 WHEN 'silver' THEN 2 WHEN 'bronze' THEN 1 ELSE 0 END)"

/*
 * ?1 exercise, ?2 status, ?3 time of a pass or NULL, ?4 aided, ?5 time of an unaided pass or NULL,
 * ?6 medal, ?7 ratio
 */
static const char update_exercise_sql[] =
    "INSERT INTO exercise (exercise, attempts, last_status, passed_at, assisted, unaided_at, best_medal, best_ratio)"
    " VALUES (?1, 1, ?2, ?3, ?3 IS NOT NULL AND ?4, ?5, ?6, ?7)"
    " ON CONFLICT (exercise) DO UPDATE SET"
    " attempts = attempts + 1,"
    " last_status = ?2,"
    " assisted = CASE WHEN passed_at IS NULL AND ?3 IS NOT NULL THEN ?4 ELSE assisted END,"
    " passed_at = coalesce(passed_at, ?3),"
    " unaided_at = coalesce(unaided_at, ?5),"
    " parked = CASE WHEN ?3 IS NULL THEN parked ELSE 0 END,"
    " best_medal = CASE WHEN " MEDAL_RANK("?6") " > " MEDAL_RANK("best_medal") " THEN ?6 ELSE best_medal END,"
                                                                               " best_ratio = max(best_ratio, ?7)";

static bool update_exercise(struct store *store, const struct attempt *attempt, bool aided, const char *started_at,
                            struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool passed = strcmp(attempt->status, "pass") == 0;
    if (!query_begin(&query, store, update_exercise_sql, error))
        return false;
    query_bind_text(&query, attempt->exercise);
    query_bind_text(&query, attempt->status);
    query_bind_text(&query, passed ? started_at : NULL);
    query_bind_integer(&query, aided);
    query_bind_text(&query, passed && !aided ? started_at : NULL);
    query_bind_text(&query, passed ? attempt->medal : NULL);
    query_bind_real(&query, passed ? attempt->best_ratio : 0);
    return query_run(&query, error);
}

bool store_add_attempt(struct store *store, const struct attempt *attempt, int64_t *out_id, struct error *error)
{
    if (!attempt->exercise || !attempt->status)
        return error_set(error, ERROR_INTERNAL, "an attempt needs an exercise and a status");
    struct timestamp now = timestamp_now();
    const char *started_at = attempt->started_at ? attempt->started_at : now.text;
    CLEANUP(transaction_done) struct transaction transaction = {0};
    bool aided;
    if (!transaction_begin(&transaction, store, error) || !was_aided(store, attempt, &aided, error) ||
        !insert_attempt(store, attempt, aided, started_at, error))
        return false;
    int64_t id = sqlite3_last_insert_rowid(store->database);
    if (!update_exercise(store, attempt, aided, started_at, error) || !transaction_commit(&transaction, error))
        return false;
    if (out_id)
        *out_id = id;
    return true;
}

/* --- after a full check ----------------------------------------------------------------------- */

static bool update_attempt(struct store *store, const struct attempt *attempt, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "UPDATE attempt SET status = ?, verdict_json = ?, medal = ?, best_ratio = ?, certifiable = ?,"
                     " trust = ? WHERE id = ? AND exercise = ?",
                     error))
        return false;
    query_bind_text(&query, attempt->status);
    query_bind_text(&query, attempt->verdict_json);
    query_bind_text(&query, attempt->medal);
    query_bind_real(&query, attempt->best_ratio);
    query_bind_integer(&query, attempt->certifiable);
    query_bind_text(&query, attempt->trust);
    query_bind_integer(&query, attempt->id);
    query_bind_text(&query, attempt->exercise);
    return query_run(&query, error);
}

#define PASSES "FROM attempt WHERE exercise = ?1 AND status = 'pass'"

/* What the attempts say about the exercise, from the first one on. */
static const char recount_exercise_sql[] =
    "UPDATE exercise SET"
    " last_status = (SELECT status FROM attempt WHERE exercise = ?1 ORDER BY id DESC LIMIT 1),"
    " passed_at = (SELECT started_at " PASSES " ORDER BY id LIMIT 1),"
    " assisted = coalesce((SELECT assisted " PASSES " ORDER BY id LIMIT 1), 0),"
    " unaided_at = (SELECT started_at " PASSES " AND NOT assisted ORDER BY id LIMIT 1),"
    " best_medal = (SELECT medal " PASSES
    " AND medal IS NOT NULL ORDER BY " MEDAL_RANK("medal") " DESC LIMIT 1),"
                                                           " best_ratio = (SELECT coalesce(max(best_ratio), 0) " PASSES
                                                           ")"
                                                           " WHERE exercise = ?1";

static bool recount_exercise(struct store *store, const char *exercise, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, recount_exercise_sql, error))
        return false;
    query_bind_text(&query, exercise);
    return query_run(&query, error);
}

bool store_rejudge_attempt(struct store *store, const struct attempt *attempt, struct error *error)
{
    CLEANUP(transaction_done) struct transaction transaction = {0};
    return transaction_begin(&transaction, store, error) && update_attempt(store, attempt, error) &&
           recount_exercise(store, attempt->exercise, error) && transaction_commit(&transaction, error);
}

/* --- reading ---------------------------------------------------------------------------------- */

#define SHORT_COLUMNS                                                                                          \
    "id, exercise, status, device, architecture, seed, source_sha256, ptx_sha256, medal, best_ratio, toolkit," \
    " program_version, model_version, certifiable, assisted, started_at, elapsed_ns, trust, uuid"
#define WHOLE_COLUMNS SHORT_COLUMNS ", source, verdict_json"

enum { COLUMN_SOURCE = 19, COLUMN_VERDICT = 20 };

/* A database can be edited, and what it holds is printed. */
static const char *read_word(const struct query *query, int column, struct arena *arena)
{
    const char *text = query_text(query, column, arena);
    return text ? text_sanitised(arena, text) : NULL;
}

static struct attempt read_attempt(const struct query *query, bool whole, struct arena *arena)
{
    return (struct attempt){
        .id = query_integer(query, 0),
        .exercise = read_word(query, 1, arena),
        .status = read_word(query, 2, arena),
        .device = read_word(query, 3, arena),
        .architecture = read_word(query, 4, arena),
        .seed = (uint64_t)query_integer(query, 5),
        .source_sha256 = read_word(query, 6, arena),
        .ptx_sha256 = read_word(query, 7, arena),
        .medal = read_word(query, 8, arena),
        .best_ratio = query_real(query, 9),
        .toolkit = read_word(query, 10, arena),
        .program_version = read_word(query, 11, arena),
        .model_version = read_word(query, 12, arena),
        .certifiable = query_integer(query, 13) != 0,
        .assisted = query_integer(query, 14) != 0,
        .started_at = read_word(query, 15, arena),
        .elapsed_ns = (uint64_t)query_integer(query, 16),
        .trust = read_word(query, 17, arena),
        .uuid = read_word(query, 18, arena),
        .source = whole ? query_text(query, COLUMN_SOURCE, arena) : NULL,
        .verdict_json = whole ? query_text(query, COLUMN_VERDICT, arena) : NULL,
    };
}

bool store_get_attempt(struct store *store, int64_t id, struct arena *arena, struct attempt *out_attempt,
                       struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT " WHOLE_COLUMNS " FROM attempt WHERE id = ?", error))
        return false;
    query_bind_integer(&query, id);
    if (!query_next(&query, &row, error))
        return false;
    if (!row)
        return error_set(error, ERROR_NOT_FOUND, "there is no attempt %lld", (long long)id);
    *out_attempt = read_attempt(&query, true, arena);
    return true;
}

bool store_find_attempt(struct store *store, const char *exercise, int64_t number, int64_t *out_id, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row = false;
    if (!query_begin(&query, store, "SELECT id FROM attempt WHERE exercise = ?1 ORDER BY id LIMIT 1 OFFSET ?2", error))
        return false;
    query_bind_text(&query, exercise);
    query_bind_integer(&query, number - 1);
    if (number > 0 && !query_next(&query, &row, error))
        return false;
    if (!row)
        return error_set(error, ERROR_NOT_FOUND, "there is no attempt %lld on %s", (long long)number, exercise);
    *out_id = query_integer(&query, 0);
    return true;
}

bool store_number_attempt(struct store *store, const char *exercise, int64_t id, int *out_number, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row;
    if (!query_begin(&query, store, "SELECT COUNT(*) FROM attempt WHERE exercise = ?1 AND id <= ?2", error))
        return false;
    query_bind_text(&query, exercise);
    query_bind_integer(&query, id);
    if (!query_next(&query, &row, error))
        return false;
    *out_number = row ? (int)query_integer(&query, 0) : 0;
    return true;
}

bool store_has_attempt(struct store *store, const char *uuid, bool *out_has, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, "SELECT 1 FROM attempt WHERE uuid = ?", error))
        return false;
    query_bind_text(&query, uuid);
    return query_next(&query, out_has, error);
}

static void read_whole(const struct query *query, struct arena *arena, void *out_row)
{
    struct attempt *attempt = out_row;
    *attempt = read_attempt(query, true, arena);
}

static void read_short(const struct query *query, struct arena *arena, void *out_row)
{
    struct attempt *attempt = out_row;
    *attempt = read_attempt(query, false, arena);
}

bool store_list_attempts(struct store *store, const struct attempt_query *wanted, struct arena *arena,
                         struct attempt **out_attempts, size_t *out_count, struct error *error)
{
    static const char whole_sql[] =
        "SELECT " WHOLE_COLUMNS " FROM attempt WHERE ?1 IS NULL OR exercise = ?1 ORDER BY id DESC LIMIT ?2";
    static const char short_sql[] =
        "SELECT " SHORT_COLUMNS " FROM attempt WHERE ?1 IS NULL OR exercise = ?1 ORDER BY id DESC LIMIT ?2";
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, wanted->is_whole ? whole_sql : short_sql, error))
        return false;
    query_bind_text(&query, wanted->exercise);
    query_bind_integer(&query, wanted->limit > INT64_MAX ? INT64_MAX : (int64_t)wanted->limit);
    struct attempt *attempts =
        query_read_rows(&query, arena, sizeof *attempts, wanted->is_whole ? read_whole : read_short, out_count, error);
    if (!attempts)
        return false;
    *out_attempts = attempts;
    return true;
}
