/* Records assessments, their items and their time. */
#include "progress/assessments.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "progress/database/database.h"

enum { NS_PER_SECOND = 1000000000 };

static const char *const kind_names[ASSESSMENT_KIND_COUNT] = {
    [ASSESSMENT_QUIZ] = "quiz", [ASSESSMENT_EXERCISE] = "exercise", [ASSESSMENT_PREDICT] = "predict"};

struct assessment_clock assessment_clock_now(void)
{
    struct assessment_clock clock = {.wall_ns = clock_wall_ns()};
    struct timespec boot;
    if (clock_gettime(CLOCK_BOOTTIME, &boot) == 0)
        clock.boot_ns = (int64_t)boot.tv_sec * NS_PER_SECOND + boot.tv_nsec;
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (!file)
        return clock;
    if (fgets(clock.boot_id, sizeof clock.boot_id, file))
        clock.boot_id[strcspn(clock.boot_id, "\n")] = '\0';
    fclose(file);
    return clock;
}

static bool insert_record(struct store *store, const struct assessment_record *record,
                          const struct assessment_clock *clock, struct error *error)
{
    char started_at[CLOCK_TEXT_BYTES];
    clock_format_utc(clock->wall_ns, started_at);
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "INSERT INTO assessment (lesson, level, pack, pool_sha256, seed, limit_seconds, started_at,"
                     " wall_ns, boot_ns, boot_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     error))
        return false;
    query_bind_text(&query, record->lesson);
    query_bind_text(&query, record->level);
    query_bind_text(&query, record->pack);
    query_bind_text(&query, record->pool_sha256);
    query_bind_integer(&query, (int64_t)record->seed);
    query_bind_integer(&query, record->limit_seconds);
    query_bind_text(&query, started_at);
    query_bind_integer(&query, clock->wall_ns);
    query_bind_integer(&query, clock->boot_ns);
    query_bind_text(&query, clock->boot_id);
    return query_run(&query, error);
}

static bool insert_item(struct store *store, int64_t assessment, const struct assessment_item *item,
                        struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "INSERT INTO assessment_item (assessment, number, kind, step, part, points)"
                     " VALUES (?, ?, ?, ?, ?, ?)",
                     error))
        return false;
    query_bind_integer(&query, assessment);
    query_bind_integer(&query, item->number);
    query_bind_text(&query, kind_names[item->kind]);
    query_bind_integer(&query, item->step);
    query_bind_integer(&query, item->part);
    query_bind_integer(&query, item->points);
    return query_run(&query, error);
}

bool assessments_begin(struct store *store, const struct assessment_record *record,
                       const struct assessment_clock *clock, int64_t *out_id, struct error *error)
{
    CLEANUP(transaction_done) struct transaction transaction = {0};
    int64_t running;
    if (!transaction_begin(&transaction, store, error) ||
        !database_read_integer(store, "SELECT count(*) FROM assessment WHERE ended_at IS NULL", &running, error))
        return false;
    if (running > 0)
        return error_set(error, ERROR_RANGE,
                         "an assessment is running already: `warpschool assessment` shows its items");
    if (!insert_record(store, record, clock, error))
        return false;
    int64_t id = sqlite3_last_insert_rowid(store->database);
    for (size_t i = 0; i < record->item_count; i++)
        if (!insert_item(store, id, &record->items[i], error))
            return false;
    if (!transaction_commit(&transaction, error))
        return false;
    *out_id = id;
    return true;
}

#define COLUMNS                                                                                          \
    "id, lesson, level, pack, pool_sha256, seed, limit_seconds, elapsed_ns, clock_set_back, started_at," \
    " ended_at, ended_by, points, points_total, passed, wall_ns, boot_ns, boot_id"

/* The clocks at the moment of the last recorded time. */
static struct assessment_clock read_clock(const struct query *query, struct arena *arena)
{
    struct assessment_clock clock = {.wall_ns = query_integer(query, 15), .boot_ns = query_integer(query, 16)};
    const char *boot_id = query_text(query, 17, arena);
    snprintf(clock.boot_id, sizeof clock.boot_id, "%s", boot_id ? boot_id : "");
    return clock;
}

static struct assessment_record read_record(const struct query *query, struct arena *arena)
{
    return (struct assessment_record){
        .id = query_integer(query, 0),
        .lesson = query_text(query, 1, arena),
        .level = query_text(query, 2, arena),
        .pack = query_text(query, 3, arena),
        .pool_sha256 = query_text(query, 4, arena),
        .seed = (uint64_t)query_integer(query, 5),
        .limit_seconds = (int)query_integer(query, 6),
        .elapsed_ns = query_integer(query, 7),
        .clock_set_back = query_integer(query, 8) != 0,
        .started_at = query_text(query, 9, arena),
        .ended_at = query_text(query, 10, arena),
        .ended_by = query_text(query, 11, arena),
        .points = (int)query_integer(query, 12),
        .points_total = (int)query_integer(query, 13),
        .passed = query_integer(query, 14) != 0,
    };
}

static enum assessment_item_kind kind_of(const char *name)
{
    for (int kind = 0; kind < ASSESSMENT_KIND_COUNT; kind++)
        if (name && strcmp(kind_names[kind], name) == 0)
            return (enum assessment_item_kind)kind;
    return ASSESSMENT_QUIZ;
}

static void read_item(const struct query *query, struct arena *arena, void *out_row)
{
    struct assessment_item *item = out_row;
    CLEANUP(arena_free) struct arena *scratch = arena_new();
    int64_t right = query_integer(query, 7);
    *item = (struct assessment_item){
        .number = (int)query_integer(query, 0),
        .kind = kind_of(query_text(query, 1, scratch)),
        .step = (int)query_integer(query, 2),
        .part = (int)query_integer(query, 3),
        .points = (int)query_integer(query, 4),
        .answer = query_text(query, 5, arena),
        .attempt = query_integer(query, 6),
        .state = right < 0 ? ASSESSMENT_OPEN
                 : right   ? ASSESSMENT_RIGHT
                           : ASSESSMENT_WRONG,
    };
}

static bool read_items(struct store *store, struct arena *arena, struct assessment_record *record, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "SELECT number, kind, step, part, points, answer, coalesce(attempt, 0), coalesce(right, -1)"
                     " FROM assessment_item WHERE assessment = ? ORDER BY number",
                     error))
        return false;
    query_bind_integer(&query, record->id);
    record->items = query_read_rows(&query, arena, sizeof *record->items, read_item, &record->item_count, error);
    return record->items != NULL;
}

/* The time since `kept`, by the clocks. */
static int64_t time_since(const struct assessment_clock *kept, const struct assessment_clock *now, bool *out_set_back)
{
    bool same_boot = kept->boot_id[0] && strcmp(kept->boot_id, now->boot_id) == 0;
    int64_t since = same_boot ? now->boot_ns - kept->boot_ns : now->wall_ns - kept->wall_ns;
    *out_set_back = now->wall_ns < kept->wall_ns;
    return since > 0 ? since : 0;
}

static bool keep_time(struct store *store, struct assessment_record *record, const struct assessment_clock *clock,
                      struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "UPDATE assessment SET elapsed_ns = max(elapsed_ns, ?2), wall_ns = ?3, boot_ns = ?4, boot_id = ?5,"
                     " clock_set_back = clock_set_back OR ?6 WHERE id = ?1",
                     error))
        return false;
    query_bind_integer(&query, record->id);
    query_bind_integer(&query, record->elapsed_ns);
    query_bind_integer(&query, clock->wall_ns);
    query_bind_integer(&query, clock->boot_ns);
    query_bind_text(&query, clock->boot_id);
    query_bind_integer(&query, record->clock_set_back);
    return query_run(&query, error);
}

/* Reads the row, if the statement yields one. */
static bool read_one(struct store *store, const char *sql, const char *level, struct arena *arena, bool *out_found,
                     struct assessment_record *out_record, struct assessment_clock *out_kept, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, sql, error))
        return false;
    query_bind_text(&query, level);
    if (!query_next(&query, out_found, error))
        return false;
    if (!*out_found)
        return true;
    *out_record = read_record(&query, arena);
    *out_kept = read_clock(&query, arena);
    return true;
}

bool assessments_running(struct store *store, const struct assessment_clock *clock, struct arena *arena,
                         bool *out_running, struct assessment_record *out_record, struct error *error)
{
    struct assessment_clock kept;
    struct assessment_record record;
    bool running, set_back;
    if (!read_one(store, "SELECT " COLUMNS " FROM assessment WHERE ended_at IS NULL AND ?1 IS NULL LIMIT 1", NULL,
                  arena, &running, &record, &kept, error))
        return false;
    *out_running = running;
    if (!running)
        return true;
    record.elapsed_ns += time_since(&kept, clock, &set_back);
    record.clock_set_back = record.clock_set_back || set_back;
    CLEANUP(transaction_done) struct transaction transaction = {0};
    if (!store_is_read_only(store) &&
        (!transaction_begin(&transaction, store, error) || !keep_time(store, &record, clock, error) ||
         !transaction_commit(&transaction, error)))
        return false;
    if (!read_items(store, arena, &record, error))
        return false;
    *out_record = record;
    return true;
}

static bool read_newest(struct store *store, const char *sql, const char *level, struct arena *arena, bool *out_found,
                        struct assessment_record *out_record, struct error *error)
{
    struct assessment_clock kept;
    struct assessment_record record;
    bool found;
    if (!read_one(store, sql, level, arena, &found, &record, &kept, error) ||
        (found && !read_items(store, arena, &record, error)))
        return false;
    if (found)
        *out_record = record;
    *out_found = found;
    return true;
}

bool assessments_last(struct store *store, const char *level, struct arena *arena, bool *out_found,
                      struct assessment_record *out_record, struct error *error)
{
    return read_newest(store,
                       "SELECT " COLUMNS " FROM assessment WHERE ended_at IS NOT NULL AND (?1 IS NULL OR level = ?1)"
                       " ORDER BY id DESC LIMIT 1",
                       level, arena, out_found, out_record, error);
}

bool assessments_last_passed(struct store *store, const char *level, struct arena *arena, bool *out_found,
                             struct assessment_record *out_record, struct error *error)
{
    return read_newest(store, "SELECT " COLUMNS " FROM assessment WHERE passed AND level = ?1 ORDER BY id DESC LIMIT 1",
                       level, arena, out_found, out_record, error);
}

bool assessments_count_drawn(struct store *store, const char *pool_sha256, int *counts, size_t step_count,
                             struct error *error)
{
    bool more = true;
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "SELECT step FROM assessment_item JOIN assessment ON assessment.id = assessment_item.assessment"
                     " WHERE pool_sha256 = ? AND kind != 'predict'",
                     error))
        return false;
    query_bind_text(&query, pool_sha256);
    while (query_next(&query, &more, error) && more) {
        int64_t step = query_integer(&query, 0);
        if (step >= 0 && (size_t)step < step_count)
            counts[step]++;
    }
    return !more;
}

bool assessments_answer(struct store *store, int64_t assessment, const struct assessment_item *item,
                        struct error *error)
{
    struct timestamp now = timestamp_now();
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "UPDATE assessment_item SET answer = ?3, attempt = nullif(?4, 0), right = nullif(?5, -1),"
                      " answered_at = ?6 WHERE assessment = ?1 AND number = ?2 AND right IS NULL",
                      error))
        return false;
    query_bind_integer(&change.query, assessment);
    query_bind_integer(&change.query, item->number);
    query_bind_text(&change.query, item->answer);
    query_bind_integer(&change.query, item->attempt);
    query_bind_integer(&change.query, item->state == ASSESSMENT_OPEN ? -1 : item->state == ASSESSMENT_RIGHT);
    query_bind_text(&change.query, now.text);
    return change_commit(&change, error);
}

bool assessments_end(struct store *store, int64_t assessment, const char *by, int points, int points_total, bool passed,
                     struct error *error)
{
    struct timestamp now = timestamp_now();
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "UPDATE assessment SET ended_at = ?2, ended_by = ?3, points = ?4, points_total = ?5, passed = ?6"
                      " WHERE id = ?1 AND ended_at IS NULL",
                      error))
        return false;
    query_bind_integer(&change.query, assessment);
    query_bind_text(&change.query, now.text);
    query_bind_text(&change.query, by);
    query_bind_integer(&change.query, points);
    query_bind_integer(&change.query, points_total);
    query_bind_integer(&change.query, passed);
    return change_commit(&change, error);
}

static bool any_of_level(struct store *store, const char *sql, const char *level, bool *out_any, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, sql, error))
        return false;
    query_bind_text(&query, level);
    return query_next(&query, out_any, error);
}

bool assessments_passed(struct store *store, const char *level, bool *out_passed, struct error *error)
{
    return any_of_level(store, "SELECT 1 FROM assessment WHERE level = ? AND passed", level, out_passed, error);
}

bool assessments_taken(struct store *store, const char *level, bool *out_taken, struct error *error)
{
    return any_of_level(store, "SELECT 1 FROM assessment WHERE level = ?", level, out_taken, error);
}
