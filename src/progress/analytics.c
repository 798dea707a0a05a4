/* Figures about a learner's work. */
#include "progress/analytics.h"

#include "progress/database/database.h"

enum { SECONDS_AT_ONCE_MAX = 24 * 3600 };

static bool read_totals(struct store *store, struct progress_statistics *statistics, struct error *error)
{
    const struct {
        int64_t *figure;
        const char *sql;
    } totals[] = {
        {&statistics->attempts, "SELECT count(*) FROM attempt"},
        {&statistics->passes, "SELECT count(*) FROM attempt WHERE status = 'pass'"},
        {&statistics->exercises_tried, "SELECT count(*) FROM exercise WHERE attempts > 0"},
        {&statistics->exercises_passed, "SELECT count(*) FROM exercise WHERE passed_at IS NOT NULL"},
        {&statistics->exercises_assisted, "SELECT count(*) FROM exercise WHERE passed_at IS NOT NULL AND assisted"},
        {&statistics->gold, "SELECT count(*) FROM exercise WHERE best_medal = 'gold'"},
        {&statistics->silver, "SELECT count(*) FROM exercise WHERE best_medal = 'silver'"},
        {&statistics->bronze, "SELECT count(*) FROM exercise WHERE best_medal = 'bronze'"},
        {&statistics->seconds_spent, "SELECT coalesce(sum(seconds), 0) FROM activity"},
    };
    for (size_t i = 0; i < sizeof totals / sizeof totals[0]; i++)
        if (!database_read_integer(store, totals[i].sql, totals[i].figure, error))
            return false;
    return true;
}

/* Julian day numbers, newest first, of all days with any work. */
static const char days_sql[] = "SELECT DISTINCT cast(julianday(day) + 0.5 AS INTEGER) AS number,"
                               " cast(julianday(date(coalesce(?1, 'now'), 'localtime')) + 0.5 AS INTEGER)"
                               " FROM (SELECT date(started_at, 'localtime') AS day FROM attempt"
                               " UNION SELECT date(done_at, 'localtime') FROM step"
                               " UNION SELECT day FROM activity)"
                               " WHERE day IS NOT NULL ORDER BY number DESC";

static bool read_days(struct store *store, const char *now, struct progress_statistics *statistics, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, days_sql, error))
        return false;
    query_bind_text(&query, now);
    int64_t previous = 0, run = 0;
    bool is_current = false;
    for (bool row;;) {
        if (!query_next(&query, &row, error))
            return false;
        if (!row)
            break;
        int64_t day = query_integer(&query, 0), today = query_integer(&query, 1);
        if (statistics->days_away < 0)
            statistics->days_away = today > day ? today - day : 0;
        bool goes_on = run && previous - day == 1;
        is_current = goes_on ? is_current : day == today || day == today - 1;
        run = goes_on ? run + 1 : 1;
        previous = day;
        statistics->days_active++;
        if (is_current)
            statistics->streak_days = run;
        if (run > statistics->longest_streak_days)
            statistics->longest_streak_days = run;
    }
    return true;
}

bool progress_get_statistics(struct store *store, const char *now, struct progress_statistics *out_statistics,
                             struct error *error)
{
    struct progress_statistics statistics = {.days_away = -1};
    if (!read_totals(store, &statistics, error) || !read_days(store, now, &statistics, error))
        return false;
    *out_statistics = statistics;
    return true;
}

static const char counts_sql[] =
    "SELECT cast(julianday(date(coalesce(?1, 'now'), 'localtime')) - julianday(date(started_at, 'localtime')) + 0.5"
    " AS INTEGER) AS age, count(*) FROM attempt"
    " WHERE unixepoch(started_at) >= unixepoch(coalesce(?1, 'now')) - 86400 * ?2 GROUP BY age";

bool progress_count_days(struct store *store, const char *now, int64_t out_counts[PROGRESS_DAYS], struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, counts_sql, error))
        return false;
    query_bind_text(&query, now);
    query_bind_integer(&query, PROGRESS_DAYS + 1);
    for (int i = 0; i < PROGRESS_DAYS; i++)
        out_counts[i] = 0;
    for (bool row;;) {
        if (!query_next(&query, &row, error))
            return false;
        if (!row)
            return true;
        int64_t age = query_integer(&query, 0);
        if (age >= 0 && age < PROGRESS_DAYS)
            out_counts[age] = query_integer(&query, 1);
    }
}

bool progress_add_time(struct store *store, const char *kind, const char *subject, int64_t seconds, struct error *error)
{
    if (seconds < 0 || seconds > SECONDS_AT_ONCE_MAX)
        return error_set(error, ERROR_RANGE, "%lld seconds cannot be added at once", (long long)seconds);
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "INSERT INTO activity (day, kind, subject, seconds) VALUES (date('now', 'localtime'), ?1, ?2, ?3)"
                      " ON CONFLICT (day, kind, subject) DO UPDATE SET seconds = seconds + ?3",
                      error))
        return false;
    query_bind_text(&change.query, kind);
    query_bind_text(&change.query, subject);
    query_bind_integer(&change.query, seconds);
    return change_commit(&change, error);
}
