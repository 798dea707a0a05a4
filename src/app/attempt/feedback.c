/* Collects ratings for authors. */
#include "app/feedback.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/json.h"
#include "progress/ratings.h"

/* "1" to "5"; RANGE for anything else. */
static bool feedback_parse_stars(const char *text, int *out_stars, struct error *error)
{
    char *end;
    long stars = strtol(text, &end, 10);
    if (end == text || *end || stars < RATING_STARS_LEAST || stars > RATING_STARS_MOST)
        return error_set(error, ERROR_RANGE, "'%s' is not a rating: write a number from %d to %d", text,
                         RATING_STARS_LEAST, RATING_STARS_MOST);
    *out_stars = (int)stars;
    return true;
}

bool feedback_rate(struct app *app, const char *lesson, const char *stars, const char *remark, int *out_stars,
                   struct error *error)
{
    return app_find_lesson(app, lesson, error) && feedback_parse_stars(stars, out_stars, error) &&
           ratings_set(app->store, lesson, *out_stars, remark, error);
}

static json_t *rating_json(const struct app *app, const struct rating *rating)
{
    const struct lesson *lesson = curriculum_find_lesson(app->curriculum, rating->lesson);
    char sha256[HASH_HEX_BYTES] = "";
    if (lesson)
        hash_bytes(lesson->source->text, lesson->source->size_bytes, sha256);
    return json_pack("{s:s, s:s?, s:s?, s:i, s:o, s:s, s:s?}", "lesson", rating->lesson, "title",
                     lesson ? lesson->title : NULL, "pack", lesson ? lesson->pack : NULL, "stars", rating->stars,
                     "remark", json_from_text(rating->remark), "rated_at", rating->rated_at, "lesson_sha256",
                     lesson ? sha256 : NULL);
}

bool feedback_export(struct app *app, json_t **out_json, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct rating *ratings;
    size_t count;
    if (!ratings_list(app->store, arena, &ratings, &count, error))
        return false;
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, rating_json(app, &ratings[i]));
    *out_json = json_pack("{s:s, s:s, s:s, s:o}", "schema", "warpschool.ratings/1", "program", WARPSCHOOL_VERSION,
                          "language", app->curriculum->language, "ratings", list);
    return true;
}
