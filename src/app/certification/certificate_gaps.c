/* Says what an award still lacks. */
#include "app/certificate_file.h"

#include "app/help_ladder.h"
#include "base/i18n.h"
#include "progress/assessments.h"

static void append_exercise(struct app *app, const struct exercise *exercise, struct buffer *out)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress = {0};
    const char *debt = NULL;
    help_ladder_debt(app, exercise, arena, &debt, NULL);
    store_get_exercise(app->store, exercise->id, arena, &progress, NULL);
    if (debt)
        buffer_append_text(out, debt);
    else
        buffer_printf(out, progress.attempts > 0 ? _("%s: tried, not passed.") : _("%s: not tried yet."), exercise->id);
}

static void append_assessment(struct app *app, const struct lesson *pool, struct buffer *out)
{
    bool is_taken = false;
    assessments_taken(app->store, level_name(pool->level), &is_taken, NULL);
    buffer_printf(out, is_taken ? _("%s: not passed.") : _("%s: not taken yet."), pool->id);
}

void certificate_gap_state(struct app *app, const struct earned_gap *gap, struct buffer *out)
{
    if (gap->exercise)
        append_exercise(app, gap->exercise, out);
    else if (gap->lesson->kind == LESSON_ASSESSMENT)
        append_assessment(app, gap->lesson, out);
    else
        buffer_printf(
            out,
            ngettext("%s: %zu of %zu question is right.", "%s: %zu of %zu questions are right.", gap->questions.total),
            gap->lesson->id, gap->questions.passed, gap->questions.total);
}

const char *certificate_gap_command(struct app *app, const struct earned_gap *gap, struct arena *arena)
{
    const char *debt = NULL;
    if (gap->lesson->kind == LESSON_ASSESSMENT)
        return arena_printf(arena, "warpschool assessment start %s", level_name(gap->lesson->level));
    if (!gap->exercise)
        return arena_printf(arena, "warpschool shell %s", gap->lesson->id);
    help_ladder_debt(app, gap->exercise, arena, &debt, NULL);
    const char *id = debt && gap->exercise->variant ? gap->exercise->variant : gap->exercise->id;
    return arena_printf(arena, "warpschool shell %s", id);
}
