/* Reads the columns of a comparison from the record. */
#include "tui/screens/attempts/compare_entries.h"

static void add_attempt(struct shell *shell, int64_t attempt, struct arena *arena, struct compare_entries *entries)
{
    struct error error = {0};
    struct compare_entry_shown *entry = &entries->items[entries->count];
    *entry = (struct compare_entry_shown){.kind = ENTRY_ATTEMPT};
    if (standings_read_one(shell->app, attempt, arena, &entry->standing, &error))
        entries->count++;
    else
        shell_say_error(shell, &error);
}

static void add_standing(const struct standing *standing, struct compare_entries *entries)
{
    entries->items[entries->count++] = (struct compare_entry_shown){ENTRY_ATTEMPT, *standing};
}

static void add_newest(struct shell *shell, const struct exercise *exercise, struct arena *arena,
                       struct compare_entries *entries)
{
    struct error error = {0};
    struct standings *all = ARENA_NEW(arena, struct standings);
    if (!standings_read(shell->app, exercise, arena, all, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    size_t fastest = standings_fastest(all);
    for (size_t i = 0; i < all->count && i < 2; i++)
        add_standing(&all->items[i], entries);
    if (fastest >= 2 && fastest < all->count)
        add_standing(&all->items[fastest], entries);
}

static bool is_revealed(struct shell *shell, const struct exercise *exercise)
{
    struct exercise_progress progress;
    return store_get_exercise(shell->app->store, exercise->id, shell->frame, &progress, NULL) &&
           (progress.assisted || progress.passed_at);
}

/* Its time follows from an attempt's time and `ratio`, which is its time / the attempt's. */
static void add_rival(enum entry_kind kind, const struct standing *attempt, double ratio,
                      struct compare_entries *entries)
{
    if (!(ratio > 0) || entries->count == COMPARE_ENTRIES_MAX)
        return;
    entries->items[entries->count++] =
        (struct compare_entry_shown){.kind = kind,
                                     .standing = {.is_timed = true,
                                                  .is_modelled = attempt->is_modelled,
                                                  .status = VERDICT_PASS,
                                                  .architecture = attempt->architecture,
                                                  .product = attempt->product,
                                                  .gpu = attempt->gpu,
                                                  .limiter = "",
                                                  .message = "",
                                                  .microseconds = attempt->microseconds * ratio,
                                                  .roofline_percent = attempt->roofline_percent / ratio,
                                                  .bytes_per_second = attempt->bytes_per_second / ratio}};
}

const struct standing *compare_entries_timed(const struct compare_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->items[i].standing.is_timed)
            return &entries->items[i].standing;
    return NULL;
}

struct compare_entry_shown *compare_entries_solution(struct compare_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->items[i].kind == ENTRY_SOLUTION)
            return &entries->items[i];
    return NULL;
}

void compare_entries_read(struct shell *shell, const struct place *place, struct arena *arena,
                          struct compare_entries *out_entries)
{
    out_entries->count = 0;
    for (int i = 0; i < place->compared_count; i++)
        add_attempt(shell, place->compared[i], arena, out_entries);
    if (place->compared_count == 0)
        add_newest(shell, place->exercise, arena, out_entries);
    const struct standing *timed = compare_entries_timed(out_entries);
    if (timed && is_revealed(shell, place->exercise))
        add_rival(ENTRY_SOLUTION, timed, timed->ratio_to_solution, out_entries);
    if (timed)
        add_rival(ENTRY_REFERENCE, timed, timed->ratio_to_reference, out_entries);
}
