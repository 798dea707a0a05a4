/* Records badges. */
#include "progress/badges.h"

#include "progress/database/database.h"

static void read_badge(const struct query *query, struct arena *arena, void *out_row)
{
    struct badge_record *badge = out_row;
    *badge = (struct badge_record){.badge = query_text(query, 0, arena),
                                   .subject = query_text(query, 1, arena),
                                   .earned_at = query_text(query, 2, arena),
                                   .attempt = query_integer(query, 3)};
}

bool badges_list(struct store *store, struct arena *arena, struct badge_record **out_badges, size_t *out_count,
                 struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "SELECT badge, subject, earned_at, coalesce(attempt, 0) FROM badge ORDER BY badge, subject",
                     error))
        return false;
    struct badge_record *badges = query_read_rows(&query, arena, sizeof *badges, read_badge, out_count, error);
    if (!badges)
        return false;
    *out_badges = badges;
    return true;
}

static bool add_badge(struct store *store, const struct badge_record *badge, struct error *error)
{
    struct timestamp now = timestamp_now();
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(
            &query, store,
            "INSERT INTO badge (badge, subject, earned_at, attempt) VALUES (?1, ?2, ?3, coalesce(nullif(?4, 0),"
            " (SELECT max(id) FROM attempt WHERE status = 'pass' AND NOT assisted)))"
            " ON CONFLICT (badge, subject) DO NOTHING",
            error))
        return false;
    query_bind_text(&query, badge->badge);
    query_bind_text(&query, badge->subject);
    query_bind_text(&query, badge->earned_at ? badge->earned_at : now.text);
    query_bind_integer(&query, badge->attempt);
    return query_run(&query, error);
}

bool badges_add(struct store *store, const struct badge_record *badges, size_t count, struct error *error)
{
    if (count == 0)
        return true;
    CLEANUP(transaction_done) struct transaction transaction = {0};
    if (!transaction_begin(&transaction, store, error))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!add_badge(store, &badges[i], error))
            return false;
    return transaction_commit(&transaction, error);
}
