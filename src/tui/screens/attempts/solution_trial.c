/* Runs the solution once. */
#include "tui/screens/attempts/solution_trial.h"

#include <string.h>

#include "app/workspace.h"
#include "base/i18n.h"
#include "base/text.h"

#define MORE_WORK_LEAST 1.2

void solution_trial_start(struct solution_trial *solution, struct shell *shell, const struct exercise *exercise)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct source source;
    const char *path = workspace_solution_path(shell->app, exercise, arena);
    solution->shell = shell;
    bool can_run = shell->grading && !shell->clock_runs && workspace_read(path, exercise->id, arena, &source, NULL);
    if (!can_run || !(shell->trials = solution->trials = trials_new(shell->app, NULL)))
        return;
    struct trial_question question = {.exercise = exercise, .source = &source};
    trials_ask(solution->trials, TRIAL_AS_IT_IS, &question);
    solution->is_running = true;
}

void solution_trial_end(struct solution_trial *solution)
{
    if (solution->trials && solution->shell->trials == solution->trials)
        solution->shell->trials = NULL;
    trials_free(solution->trials);
    solution->trials = NULL;
}

struct trial *solution_trial_take(struct solution_trial *solution, enum screen_change change)
{
    struct trial_answer answer;
    if (change == SCREEN_SHOWN && solution->trials)
        solution->shell->trials = solution->trials;
    if (change != SCREEN_TRIED || !solution->trials || !trials_poll(solution->trials, TRIAL_AS_IT_IS, &answer))
        return NULL;
    solution->is_running = false;
    if (!answer.trial)
        shell_say_error(solution->shell, &answer.error);
    return answer.trial;
}

/* --- the difference --------------------------------------------------------------------------- */

static const struct {
    const char *words; /* {}: the ratio */
    enum vgpu_counter first, second;
} differences[] = {
    {N_("Your kernel moves {}x as many bytes through DRAM as the solution."), VGPU_COUNTER_DRAM_READ_BYTES,
     VGPU_COUNTER_DRAM_WRITE_BYTES},
    {N_("Your kernel loads {}x as many sectors as the solution."), VGPU_COUNTER_GLOBAL_LOAD_SECTORS,
     VGPU_COUNTER_COUNT},
    {N_("Your kernel stores {}x as many sectors as the solution."), VGPU_COUNTER_GLOBAL_STORE_SECTORS,
     VGPU_COUNTER_COUNT},
    {N_("Your kernel has {}x as many bank conflicts as the solution."), VGPU_COUNTER_SHARED_LOAD_CONFLICTS,
     VGPU_COUNTER_SHARED_STORE_CONFLICTS},
    {N_("Your kernel does {}x as many atomic operations as the solution."), VGPU_COUNTER_ATOMICS, VGPU_COUNTER_COUNT},
    {N_("Your kernel waits at {}x as many barriers as the solution."), VGPU_COUNTER_BARRIER_WAITS, VGPU_COUNTER_COUNT},
    {N_("Your kernel executes {}x as many instructions as the solution."), VGPU_COUNTER_WARP_INSTRUCTIONS,
     VGPU_COUNTER_COUNT},
};

static double count_of(const struct standing *standing, size_t row)
{
    enum vgpu_counter second = differences[row].second;
    uint64_t more = second == VGPU_COUNTER_COUNT ? 0 : standing->counters[second];
    return (double)(standing->counters[differences[row].first] + more);
}

static const char *with_ratio(struct arena *arena, const char *words, double ratio)
{
    const char *hole = strstr(words, "{}");
    if (!hole)
        return words;
    char factor[TEXT_FACTOR_BYTES];
    return arena_printf(arena, "%.*s%s%s", (int)(hole - words), words, text_format_factor(ratio, factor), hole + 2);
}

const char *solution_trial_difference(const struct standing *mine, const struct trial *trial, struct arena *arena)
{
    struct standing solution = {0};
    double most = MORE_WORK_LEAST;
    const char *words = _("The solution has the same counts and takes less time. Press S to read it.");
    standing_add_trial(&solution, trial);
    for (size_t i = 0; i < sizeof differences / sizeof differences[0]; i++) {
        double theirs = count_of(&solution, i), ratio = theirs > 0 ? count_of(mine, i) / theirs : 0;
        if (ratio < most)
            continue;
        most = ratio;
        words = with_ratio(arena, _(differences[i].words), ratio);
    }
    return words;
}
