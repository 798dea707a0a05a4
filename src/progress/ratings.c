#include "progress/ratings.h"

#include <string.h>

#include "progress/store_internal.h"

bool store_set_rating(struct store *store, const char *lesson, int stars, const char *remark, struct error *error)
{
    if (stars < RATING_STARS_LEAST || stars > RATING_STARS_MOST)
        return error_set(error, ERROR_RANGE, "a rating is a number from %d to %d", RATING_STARS_LEAST,
                         RATING_STARS_MOST);
    if (remark && strlen(remark) > RATING_REMARK_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "a remark has at most %d bytes", RATING_REMARK_BYTES_MAX);
    struct timestamp now = timestamp_now();
    CLEANUP(transaction_done) struct transaction transaction = {0};
    if (!transaction_begin(&transaction, store, error))
        return false;
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store,
                     "INSERT INTO rating (lesson, stars, remark, rated_at) VALUES (?1, ?2, ?3, ?4)"
                     " ON CONFLICT (lesson) DO UPDATE SET stars = ?2, remark = coalesce(?3, remark), rated_at = ?4",
                     error))
        return false;
    query_bind_text(&query, lesson);
    query_bind_integer(&query, stars);
    query_bind_text(&query, remark);
    query_bind_text(&query, now.text);
    return query_run(&query, error) && transaction_commit(&transaction, error);
}

bool store_list_ratings(struct store *store, struct arena *arena, struct rating **out_ratings, size_t *out_count,
                        struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    int64_t capacity;
    if (!store_read_integer(store, "SELECT count(*) FROM rating", &capacity, error) ||
        !query_begin(&query, store, "SELECT lesson, stars, remark, rated_at FROM rating ORDER BY lesson LIMIT ?",
                     error))
        return false;
    query_bind_integer(&query, capacity);
    struct rating *ratings = ARENA_ARRAY(arena, (size_t)capacity, struct rating);
    size_t count = 0;
    for (bool row;;) {
        if (!query_next(&query, &row, error))
            return false;
        if (!row)
            break;
        ratings[count++] = (struct rating){.lesson = query_text(&query, 0, arena),
                                           .stars = (int)query_integer(&query, 1),
                                           .remark = query_text(&query, 2, arena),
                                           .rated_at = query_text(&query, 3, arena)};
    }
    *out_ratings = ratings;
    *out_count = count;
    return true;
}
