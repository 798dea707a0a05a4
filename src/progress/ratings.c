/* Records ratings of lessons. */
#include "progress/ratings.h"

#include <string.h>

#include "progress/database/database.h"

bool ratings_set(struct store *store, const char *lesson, int stars, const char *remark, struct error *error)
{
    if (stars < RATING_STARS_LEAST || stars > RATING_STARS_MOST)
        return error_set(error, ERROR_RANGE, "a rating is a number from %d to %d", RATING_STARS_LEAST,
                         RATING_STARS_MOST);
    if (remark && strlen(remark) > RATING_REMARK_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "a remark has at most %d bytes", RATING_REMARK_BYTES_MAX);
    struct timestamp now = timestamp_now();
    CLEANUP(change_done) struct change change = {0};
    if (!change_begin(&change, store,
                      "INSERT INTO rating (lesson, stars, remark, rated_at) VALUES (?1, ?2, ?3, ?4)"
                      " ON CONFLICT (lesson) DO UPDATE SET stars = ?2, remark = coalesce(?3, remark), rated_at = ?4",
                      error))
        return false;
    query_bind_text(&change.query, lesson);
    query_bind_integer(&change.query, stars);
    query_bind_text(&change.query, remark);
    query_bind_text(&change.query, now.text);
    return change_commit(&change, error);
}

static void read_rating(const struct query *query, struct arena *arena, void *out_row)
{
    struct rating *rating = out_row;
    *rating = (struct rating){.lesson = query_text(query, 0, arena),
                              .stars = (int)query_integer(query, 1),
                              .remark = query_text(query, 2, arena),
                              .rated_at = query_text(query, 3, arena)};
}

bool ratings_list(struct store *store, struct arena *arena, struct rating **out_ratings, size_t *out_count,
                  struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    if (!query_begin(&query, store, "SELECT lesson, stars, remark, rated_at FROM rating ORDER BY lesson", error))
        return false;
    struct rating *ratings = query_read_rows(&query, arena, sizeof *ratings, read_rating, out_count, error);
    if (!ratings)
        return false;
    *out_ratings = ratings;
    return true;
}
