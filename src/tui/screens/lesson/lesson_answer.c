/* Questions of a lesson: answers and their record. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/placement.h"
#include "app/prediction.h"
#include "base/i18n.h"
#include "tui/screens/lesson/lesson.h"

enum { NS_PER_SECOND = 1000000000 };

/* The right choices of a quiz, as bits. */
static unsigned lesson_right_choices(const struct quiz *quiz)
{
    unsigned right = 0;
    for (size_t i = 0; i < quiz->choice_count && i < CHOICES_MAX; i++)
        right |= quiz->choices[i].right ? 1U << i : 0;
    return right;
}

/* "2" or "1,3": numbers of choices from 1. */
static unsigned parse_choices(const char *text)
{
    unsigned bits = 0;
    while (text && *text) {
        char *end;
        long number = strtol(text, &end, 10);
        if (end == text)
            break;
        if (number >= 1 && number <= CHOICES_MAX)
            bits |= 1U << (number - 1);
        text = *end == ',' ? end + 1 : end;
    }
    return bits;
}

static void write_choices(unsigned bits, char *text, size_t size_bytes)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < CHOICES_MAX; i++)
        if (bits & 1U << i && length < size_bytes)
            length += (size_t)snprintf(text + length, size_bytes - length, "%s%d", length ? "," : "", i + 1);
}

/*
 * After the first answer to a question of the placement, the learner goes on. The right choice is
 * shown.
 */
static void settle_placement(const struct quiz *quiz, struct step_state *step)
{
    step->tried |= lesson_right_choices(quiz);
    step->is_solved = true;
}

static void restore_step(const struct step *step, struct step_state *state, const struct step_progress *recorded)
{
    state->is_done = true;
    state->is_right = recorded->right;
    if (step->kind == STEP_QUIZ) {
        state->tried = parse_choices(recorded->answer);
        state->ticked = state->tried;
        state->is_solved = recorded->right;
    } else if (step_is_lab(step) && recorded->answer) {
        snprintf(state->guess, sizeof state->guess, "%s", recorded->answer);
    } else if (step->kind == STEP_PREDICT && recorded->answer) {
        snprintf(state->guess, sizeof state->guess, "%s", recorded->answer);
        state->is_solved = true;
    }
}

bool lesson_answers_load(struct shell *shell, struct lesson_state *state, struct error *error)
{
    struct step_progress *recorded;
    size_t count;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!store_list_steps(shell->app->store, arena, &recorded, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        bool is_here = strcmp(recorded[i].lesson, state->lesson->id) == 0 && recorded[i].step >= 0 &&
                       (size_t)recorded[i].step < state->lesson->step_count;
        if (!is_here)
            continue;
        const struct step *step = &state->lesson->steps[recorded[i].step];
        restore_step(step, &state->steps[recorded[i].step], &recorded[i]);
        if (step->kind == STEP_QUIZ && state->lesson->kind == LESSON_PLACEMENT)
            settle_placement(&step->quiz, &state->steps[recorded[i].step]);
    }
    return true;
}

/*
 * After every question of the placement is answered, the learner starts at its place. The last page
 * names it.
 */
static void place_learner(struct shell *shell)
{
    struct placement placement;
    struct error error = {0};
    if (!placement_read(shell->app, &placement, &error) || !placement_apply(shell->app, &placement, &error))
        shell_say_error(shell, &error);
}

void lesson_step_seen(const struct shell *shell, struct lesson_state *state)
{
    struct step_state *step = &state->steps[state->step];
    if (step->was_seen)
        return;
    step->was_seen = true;
    step->seen_ns = shell->now_ns;
}

int64_t lesson_step_seconds(const struct shell *shell, const struct lesson_state *state)
{
    const struct step_state *step = &state->steps[state->step];
    return step->was_seen ? (shell->now_ns - step->seen_ns) / NS_PER_SECOND : -1;
}

void lesson_step_done(struct shell *shell, struct lesson_state *state, const char *answer, bool right)
{
    struct step_state *step = &state->steps[state->step];
    bool is_placement = state->lesson->kind == LESSON_PLACEMENT;
    if (step->is_done && (!answer || is_placement)) /* of a placement the first answer counts */
        return;
    step->is_done = true;
    step->is_right = right;
    struct error error = {0};
    struct step_outcome outcome = {
        .answer = answer, .right = right, .seconds = answer ? lesson_step_seconds(shell, state) : -1};
    if (!store_set_step_outcome(shell->app->store, state->lesson->id, state->step, &outcome, &error) &&
        store_is_durable(shell->app->store))
        shell_say_error(shell, &error);
    if (is_placement)
        place_learner(shell);
    shell_refresh(shell);
}

void lesson_answer_quiz(struct shell *shell, struct lesson_state *state)
{
    const struct quiz *quiz = &lesson_current(state)->quiz;
    struct step_state *step = &state->steps[state->step];
    unsigned right = lesson_right_choices(quiz);
    unsigned given = quiz->many ? step->ticked : 1U << step->cursor;
    char text[128];
    step->tried = quiz->many ? given : step->tried | given;
    step->is_solved = quiz->many ? given == right : (given & right) != 0;
    write_choices(given, text, sizeof text);
    lesson_step_done(shell, state, text, step->is_solved);
    if (state->lesson->kind == LESSON_PLACEMENT)
        settle_placement(quiz, step);
}

void lesson_click_choice(struct shell *shell, struct lesson_state *state, int choice)
{
    const struct step *current = lesson_current(state);
    if (!current || current->kind != STEP_QUIZ || choice < 0 || choice >= (int)current->quiz.choice_count)
        return;
    struct step_state *step = &state->steps[state->step];
    bool is_again = step->cursor == choice;
    step->cursor = choice;
    if (step->is_solved || !is_again)
        return;
    if (current->quiz.many)
        step->ticked ^= 1U << choice;
    else
        lesson_answer_quiz(shell, state);
    state->follow_cursor = true;
}

void lesson_answer_predict(struct shell *shell, struct lesson_state *state, const char *text)
{
    struct step_state *step = &state->steps[state->step];
    const struct predict *predict = &lesson_current(state)->predict;
    double guess;
    if (!predict_parse(text, &guess)) {
        shell_say(shell, STYLE_WARNING, _("'%s' is not a number"), text);
        prompt_again(shell);
        return;
    }
    snprintf(step->guess, sizeof step->guess, "%s", text);
    step->is_measured = false;
    struct error error = {0};
    if (!shell->grading) {
        shell_say(shell, STYLE_WARNING, "%s", _("The device is still starting: answer again in a moment"));
        prompt_again(shell);
        return;
    }
    shell->measure_ticket = predict_start(shell->app, shell->grading, state->lesson, predict, &step->is_own, &error);
    step->is_waiting = shell->measure_ticket != 0;
    if (!step->is_waiting)
        shell_say_error(shell, &error);
}

void lesson_take_measure(struct shell *shell, struct lesson_state *state)
{
    const struct step *current = lesson_current(state);
    if (!current || current->kind != STEP_PREDICT)
        return;
    struct step_state *step = &state->steps[state->step];
    if (!step->is_waiting)
        return;
    step->is_waiting = false;
    if (!shell->measured_good) {
        shell_say_error(shell, &shell->measure_error);
        return;
    }
    double guess = 0;
    step->is_measured = step->is_solved = true;
    step->value = shell->measured;
    bool right = predict_parse(step->guess, &guess) && predict_is_right(&current->predict, guess, step->value);
    lesson_step_done(shell, state, step->guess, right);
}
