/* Runs the solution once. */
#include "tui/screens/attempts/solution_trial.h"

#include "app/workspace.h"

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
