/* Steps that run kernels: guesses, answers, and the work in the background. */
#include "tui/screens/lesson/lesson_lab.h"

#include <stdio.h>
#include <string.h>

#include "app/assessment.h"
#include "app/lab_runner.h"
#include "base/i18n.h"

/* --- state ------------------------------------------------------------------------------------ */

static const struct lab *lab_of(const struct lesson_state *state)
{
    const struct step *step = lesson_current(state);
    return step && step_is_lab(step) ? step->lab : NULL;
}

/* What was recorded before this start: the answer, or that it was passed over. */
static void restore(const struct lab *lab, const struct step_state *step, struct lesson_lab *own)
{
    if (!step->is_done)
        return;
    own->is_right = step->is_right && step->guess[0];
    own->is_revealed = lab->kind != STEP_FILL || step->is_right;
    own->is_shown = lab->kind == STEP_FILL && !step->guess[0];
    snprintf(own->guess, sizeof own->guess, "%s", step->guess);
    snprintf(own->typed, sizeof own->typed, "%s", step->guess);
}

struct lesson_lab *lesson_lab_current(struct shell *shell, struct lesson_state *state)
{
    const struct lab *lab = lab_of(state);
    if (!lab)
        return NULL;
    struct step_state *step = &state->steps[state->step];
    if (step->lab)
        return step->lab;
    struct lesson_lab *own = step->lab = ARENA_NEW(state->arena, struct lesson_lab);
    own->results_arena = arena_new();
    lab_results_load(shell->app, lab, own->results_arena, &own->results);
    own->point = own->results.base > 0 ? own->results.base : 0;
    restore(lab, step, own);
    if (own->is_shown)
        snprintf(own->typed, sizeof own->typed, "%s", lab_fill_solution(lab, state->arena));
    return own;
}

void lesson_labs_close(struct lesson_state *state)
{
    for (size_t i = 0; i < state->lesson->step_count; i++) {
        struct lesson_lab *own = state->steps[i].lab;
        if (!own)
            continue;
        arena_free(own->results_arena);
        arena_free(own->answer_arena);
        arena_free(own->rounds_arena);
    }
}

/* --- blanks ----------------------------------------------------------------------------------- */

static void take_blank(struct shell *shell, const char *text, bool done);

/* Typing begins at once, with `text` in the blank. Escape leaves it for the keys of the screen. */
static void ask_blank(struct shell *shell, struct lesson_lab *own, const char *text)
{
    prompt_text(shell, own->results.lab->replaced.count ? _("The line: ") : _("In the blank (Esc leaves it): "), true,
                take_blank);
    buffer_append_text(&shell->prompt.typed.text, text);
    own->is_typing = true;
    snprintf(own->typed, sizeof own->typed, "%s", text);
}

void lesson_lab_say_empty(struct shell *shell)
{
    shell_say(shell, STYLE_DIM, "%s", _("Type the answer first. Esc, then Space, skips the question"));
}

static void take_blank(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    struct lesson_state *state = top->state;
    struct lesson_lab *own = top->id == SCREEN_LESSON ? lesson_lab_current(shell, state) : NULL;
    if (!own)
        return;
    own->is_typing = shell->prompt.kind == PROMPT_TEXT;
    if (done || own->is_typing) /* else Escape, which keeps the text for the next Enter */
        snprintf(own->typed, sizeof own->typed, "%s", text);
    if (done && !*text) {
        ask_blank(shell, own, "");
        lesson_lab_say_empty(shell);
    }
    if (!done || !*text)
        return;
    snprintf(own->last, sizeof own->last, "%s", text);
    struct lab_runner *runner = shell_labs(shell);
    if (!runner) {
        shell_say(shell, STYLE_WARNING, "%s", _("The device is still starting: answer again in a moment"));
        return;
    }
    own->is_working = true;
    lab_runner_try(runner, lab_of(state), text);
}

/* --- entering a step -------------------------------------------------------------------------- */

/* Nothing can be new: every row has values, the learner's too. */
static bool is_complete(const struct lab_results *results)
{
    for (size_t i = 0; i < results->point_count; i++)
        if (!results->points[i].is_known)
            return false;
    return true;
}

static void enter(struct shell *shell, struct lesson_state *state, bool types)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    if (!own) {
        if (shell->labs)
            lab_runner_cancel(shell->labs);
        return;
    }
    const struct lab *lab = lab_of(state);
    if (lab->kind == STEP_FILL && !own->is_revealed && types)
        ask_blank(shell, own, own->last);
    struct lab_runner *runner = shell_labs(shell);
    if (!runner || lab->kind == STEP_FILL || (own->was_run && is_complete(&own->results)))
        return;
    own->is_working = true;
    own->asked_ns = shell->now_ns;
    lab_runner_refresh(runner, lab);
}

void lesson_lab_enter(struct shell *shell, struct lesson_state *state)
{
    enter(shell, state, true);
}

/* A learner who left the blank for another screen comes back to the keys of this one. */
void lesson_lab_return(struct shell *shell, struct lesson_state *state)
{
    for (size_t i = 0; i < state->lesson->step_count; i++)
        if (state->steps[i].lab)
            state->steps[i].lab->was_run = false;
    enter(shell, state, false);
}

/* --- results ---------------------------------------------------------------------------------- */

static void record(struct shell *shell, struct lesson_state *state, const char *answer, bool right, bool skipped)
{
    struct step_state *step = &state->steps[state->step];
    struct error error = {0};
    struct step_outcome outcome = {
        .answer = answer, .right = right, .skipped = skipped, .seconds = lesson_step_seconds(shell, state)};
    step->is_done = true;
    step->is_right = right;
    if (!store_set_step_outcome(shell->app->store, state->lesson->id, state->step, &outcome, &error) &&
        store_is_durable(shell->app->store))
        shell_say_error(shell, &error);
    shell_refresh(shell);
}

static void take_answer(struct shell *shell, struct lesson_state *state, struct lesson_lab *own,
                        const struct lab_news *news)
{
    bool is_new = !own->answer_arena || strcmp(own->answer.text, news->answer.text) != 0;
    arena_free(own->answer_arena);
    own->answer_arena = news->arena;
    own->answer = news->answer;
    arena_free(own->rounds_arena);
    own->rounds_arena = NULL;
    own->is_right = news->answer.is_right;
    if (!own->is_right)
        ask_blank(shell, own, own->last); /* to be corrected */
    if (news->answer.refused)
        return;
    own->tries += is_new; /* not by Enter once more on a judged answer */
    own->is_revealed = own->is_right;
    record(shell, state, news->answer.text, own->is_right, false);
}

static void take_rounds(struct lesson_lab *own, const struct lab_news *news)
{
    arena_free(own->rounds_arena);
    own->rounds_arena = news->arena;
    own->rounds = news->rounds;
}

/* New values replace old ones only where they differ. */
static void take_results(struct lesson_lab *own, const struct lab_news *news)
{
    own->was_run = true;
    if (lab_results_equal(&own->results, &news->results)) {
        arena_free(news->arena);
        return;
    }
    arena_free(own->results_arena);
    own->results_arena = news->arena;
    own->results = news->results;
}

void lesson_lab_take(struct shell *shell, struct lesson_state *state)
{
    struct lab_news news;
    while (shell->labs && lab_runner_poll(shell->labs, &news)) {
        struct lesson_lab *own = lesson_lab_current(shell, state);
        if (!own || lab_of(state) != news.lab) {
            arena_free(news.arena);
            continue;
        }
        own->is_working = false;
        if (news.error.code != ERROR_NONE && (news.kind == LAB_NEWS_ANSWER || !lab_results_are_whole(&own->results)))
            shell_say_error(shell, &news.error);
        if (news.error.code != ERROR_NONE)
            arena_free(news.arena);
        else if (news.kind == LAB_NEWS_ANSWER)
            take_answer(shell, state, own, &news);
        else if (news.kind == LAB_NEWS_ROUNDS)
            take_rounds(own, &news);
        else
            take_results(own, &news);
    }
}

/* --- guesses ---------------------------------------------------------------------------------- */

/* Until the learner's kernel has run, a guess about it would be judged by another one. */
static bool is_early(struct shell *shell, const struct lesson_lab *own)
{
    if (!own->is_working || !lab_waits_for_mine(&own->results))
        return false;
    shell_say(shell, STYLE_WARNING, _("Your kernel runs (%d s): the question comes after it"),
              (int)((shell->now_ns - own->asked_ns) / 1000000000));
    return true;
}

static void reveal(struct shell *shell, struct lesson_state *state, const char *guess)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    struct error error = {0};
    bool right = true;
    if (guess && !lab_guess(&own->results, guess, &right, &error)) {
        shell_say(shell, STYLE_WARNING, "%s",
                  error.code == ERROR_SYNTAX ? error.message
                                             : _("The kernels are still running: answer again in a moment"));
        return;
    }
    snprintf(own->guess, sizeof own->guess, "%s", guess ? guess : "");
    own->is_right = guess && right;
    own->is_revealed = true;
    record(shell, state, guess, right, guess == NULL);
}

static void reveal_choice(struct shell *shell, struct lesson_state *state, int choice)
{
    reveal(shell, state, lab_of(state)->choices.items[choice]);
}

static void take_number(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    struct lesson_state *state = top->state;
    if (!done || top->id != SCREEN_LESSON || !lab_of(state))
        return;
    if (*text)
        reveal(shell, state, text);
    else
        lesson_lab_say_empty(shell);
    if (!lesson_lab_current(shell, state)->is_revealed) /* it was refused */
        prompt_again(shell);
}

/* Says how near counts as right, if that can be said in whole percent. */
static void ask_number(struct shell *shell, struct lesson_state *state)
{
    int percent = (int)(lab_of(state)->within * 100 + 0.5);
    const char *ask = percent ? arena_printf(state->arena, _("Your number (within %d %%): "), percent) : NULL;
    prompt_text(shell, ask ? ask : _("Your number: "), false, take_number);
}

/* --- keys ------------------------------------------------------------------------------------- */

bool lesson_lab_continue(struct shell *shell, struct lesson_state *state)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    const struct lab *lab = lab_of(state);
    if (own->is_revealed)
        return false;
    if (own->is_working && lab->kind == STEP_FILL)
        return true;
    if (lab->kind == STEP_FILL)
        ask_blank(shell, own, arena_strdup(shell->frame, own->typed));
    else if (lab->choices.count)
        reveal_choice(shell, state, own->cursor);
    else if (!is_early(shell, own))
        ask_number(shell, state);
    return true;
}

bool lesson_lab_skip(struct shell *shell, struct lesson_state *state)
{
    const struct lesson_lab *own = lesson_lab_current(shell, state);
    if (!own || own->is_revealed || lab_of(state)->kind == STEP_FILL)
        return false;
    reveal(shell, state, NULL);
    return true;
}

static bool choose_value(struct lesson_lab *own, int delta)
{
    int point = own->point + delta, last = (int)own->results.lab->range.count - 1;
    if (!own->is_revealed || own->results.lab->range.count == 0)
        return false;
    own->point = point < 0 ? 0 : point > last ? last : point;
    return true;
}

/* Somebody who types on would otherwise give commands. */
static bool is_typed_early(const struct lesson_lab *own, const struct lab *lab, int32_t key)
{
    bool is_letter = key >= ' ' && key < KEY_CODE_BASE;
    return lab->kind == STEP_FILL && own->is_working && (is_letter || key == KEY_CODE_BACKSPACE);
}

bool lesson_lab_key(struct shell *shell, struct lesson_state *state, int32_t key)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    const struct lab *lab = lab_of(state);
    if (!own)
        return false;
    if (is_typed_early(own, lab, key)) {
        shell_say(shell, STYLE_DIM, "%s", _("Your answer is being judged: type again after the verdict"));
        return true;
    }
    if (key == KEY_CODE_LEFT || key == KEY_CODE_RIGHT)
        return choose_value(own, key == KEY_CODE_LEFT ? -1 : 1);
    if (own->is_revealed)
        return false;
    if (lab->kind != STEP_FILL && !lab->choices.count && key >= '0' && key <= '9') {
        if (is_early(shell, own))
            return true;
        ask_number(shell, state); /* a digit begins the number */
        key_append_character(key, &shell->prompt.typed.text);
        return true;
    }
    if (key < '1' || key > '9' || key - '1' >= (int32_t)lab->choices.count)
        return false;
    own->cursor = (int)(key - '1');
    reveal_choice(shell, state, own->cursor);
    return true;
}

bool lesson_lab_scroll(struct shell *shell, struct lesson_state *state, bool up)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    const struct lab *lab = lab_of(state);
    if (!own || own->is_revealed)
        return false;
    if (own->is_typing && up) {
        typed_clear(&shell->prompt.typed);
        buffer_append_text(&shell->prompt.typed.text, own->last);
        snprintf(own->typed, sizeof own->typed, "%s", own->last);
        return true;
    }
    int last = (int)lab->choices.count - 1;
    if (last < 0)
        return false;
    own->cursor += up ? (own->cursor > 0 ? -1 : 0) : (own->cursor < last ? 1 : 0);
    return true;
}

void lesson_lab_hint(struct shell *shell, struct lesson_state *state)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    const struct lab *lab = lab_of(state);
    if (own && !own->is_revealed && own->hints < lab->hints.count)
        own->hints++;
    else
        shell_say(shell, STYLE_DIM, "%s", _("There is no further hint here"));
}

void lesson_lab_show_answer(struct shell *shell, struct lesson_state *state)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    const struct lab *lab = lab_of(state);
    if (!own || lab->kind != STEP_FILL || own->is_revealed || own->tries < LAB_FILL_TRIES_BEFORE_ANSWER) {
        shell_say(shell, STYLE_DIM, _("The answer is shown after %d tries"), LAB_FILL_TRIES_BEFORE_ANSWER);
        return;
    }
    own->is_revealed = own->is_shown = true;
    snprintf(own->typed, sizeof own->typed, "%s", lab_fill_solution(lab, shell->frame));
    record(shell, state, NULL, true, true);
}

void lesson_lab_table(struct shell *shell, struct lesson_state *state)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    if (own && lab_of(state)->kind == STEP_PLOT && own->is_revealed)
        own->as_table = !own->as_table;
    else
        shell_say(shell, STYLE_DIM, "%s", _("There is no plot here"));
}

/* A fill with a try shows that try. */
void lesson_lab_microscope(struct shell *shell, struct lesson_state *state)
{
    const struct lesson_lab *own = lesson_lab_current(shell, state);
    struct error error = {0};
    bool was_tried = own && lab_of(state)->kind == STEP_FILL && own->answer_arena && !own->answer.refused;
    if (!own || (!own->is_revealed && !was_tried)) {
        shell_say(shell, STYLE_DIM, "%s", own ? _("Answer first, then look") : _("This step runs no kernel"));
        return;
    }
    struct place place = {.screen = SCREEN_MICROSCOPE,
                          .lesson = state->lesson,
                          .step = state->step,
                          .scroll = own->point,
                          .word = was_tried ? own->answer.text : NULL};
    if (assessment_allows(shell->app, _("the microscope"), &error))
        shell_open(shell, &place);
    else
        shell_say_error(shell, &error);
}

void lesson_lab_click(struct shell *shell, struct lesson_state *state, int choice)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    if (!own || own->is_revealed || choice < 0 || choice >= (int)lab_of(state)->choices.count)
        return;
    bool is_again = own->cursor == choice;
    own->cursor = choice;
    if (is_again)
        reveal_choice(shell, state, choice);
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* What is typed, with its cursor. In ASCII a cursor inside the text would look like a letter. */
static const char *with_cursor(const struct shell *shell, const struct lesson_lab *own, const struct page *page)
{
    size_t cursor = typed_cursor(&shell->prompt.typed), length = strlen(own->typed);
    cursor = cursor < length ? cursor : length;
    if (length == 0 && own->results.lab->replaced.count) /* the line to replace is shown */
        return "";
    const char *mark = !page->ascii ? "▏" : cursor == length ? "_" : "";
    return arena_printf(page->arena, "%.*s%s%s", (int)cursor, own->typed, mark, own->typed + cursor);
}

void lesson_lab_build(struct shell *shell, struct lesson_state *state, struct page *page)
{
    struct lesson_lab *own = lesson_lab_current(shell, state);
    bool is_typing = own->is_typing && shell->prompt.kind == PROMPT_TEXT;
    struct lab_view view = {.app = shell->app,
                            .lab = lab_of(state),
                            .results = &own->results,
                            .is_plain = shell->is_plain,
                            .is_revealed = own->is_revealed,
                            .guess = own->guess,
                            .is_right = own->is_right,
                            .cursor = own->cursor,
                            .point = own->point,
                            .as_table = own->as_table,
                            .is_working = own->is_working,
                            .typed = is_typing ? with_cursor(shell, own, page) : own->typed,
                            .is_typing = is_typing,
                            .answer = own->answer_arena ? &own->answer : NULL,
                            .rounds = own->rounds_arena ? &own->rounds : NULL,
                            .tries = own->tries,
                            .is_shown = own->is_shown,
                            .hints = own->hints};
    lab_page_build(&view, page);
}

const char *lesson_lab_label(const struct lesson_state *state, enum action action)
{
    const struct lab *lab = lab_of(state);
    const struct lesson_lab *own = lab ? state->steps[state->step].lab : NULL;
    bool is_open = own && !own->is_revealed;
    switch (action) {
    case ACTION_CONTINUE:
        return !is_open ? NULL : lab->kind == STEP_FILL ? N_("try") : N_("answer");
    case ACTION_HINT:
        return is_open && own->hints < lab->hints.count ? N_("hint") : "";
    case ACTION_SHOW_ANSWER:
        return is_open && own->tries >= LAB_FILL_TRIES_BEFORE_ANSWER ? N_("show the answer") : "";
    case ACTION_MICROSCOPE:
        return own && (!is_open || (lab->kind == STEP_FILL && own->tries)) ? NULL : "";
    case ACTION_TABLE:
        return own && !is_open && lab->kind == STEP_PLOT ? N_("table") : "";
    case ACTION_STEP_BACK: /* Left and Right choose values then */
        return own && !is_open && lab->range.count ? "" : NULL;
    case ACTION_STEP_NEXT:
        return own && !is_open && lab->range.count ? NULL : "";
    default:
        return NULL;
    }
}
