/* `placement`. */
#include <stdlib.h>
#include <string.h>

#include "app/placement.h"
#include "app/prediction.h"
#include "app/workspace.h"
#include "base/file.h"
#include "base/i18n.h"
#include "cli/choices.h"
#include "cli/output.h"
#include "cli/session.h"

struct questioning {
    struct session *session;
    const struct lesson *check;
    struct grader *grader; /* made at the first prediction */
};

static bool is_right_choice(const struct quiz *quiz, const char *text)
{
    long choice = strtol(text, NULL, 10);
    return choice >= 1 && (size_t)choice <= quiz->choice_count && quiz->choices[choice - 1].right;
}

static bool judge_predict(struct questioning *questioning, const struct predict *predict, const char *text,
                          bool *out_right, struct error *error)
{
    struct grader_settings settings = app_grader_settings(questioning->session->app);
    struct arena *arena = questioning->session->invocation->arena;
    const struct exercise *exercise =
        curriculum_find_exercise(questioning->session->app->curriculum, predict->exercise);
    struct source source;
    double guess, value;
    if (!exercise)
        return error_set(error, ERROR_NOT_FOUND, "there is no exercise to measure %s on", predict->counter);
    const char *path = workspace_solution_path(questioning->session->app, exercise, arena);
    if (predict->kernel_file)
        path = path_join(arena, path_join(arena, questioning->session->app->curriculum->root, "kernels"),
                         predict->kernel_file);
    if (!questioning->grader && !(questioning->grader = grader_new(&settings, error)))
        return false;
    if (!workspace_read(path, path_leaf(path), arena, &source, error) ||
        !grader_measure_counter(questioning->grader, questioning->session->app->curriculum, exercise, &source,
                                predict->counter, &value, error))
        return false;
    *out_right = predict_parse(text, &guess) && predict_is_right(predict, guess, value);
    return true;
}

static bool ask(struct questioning *questioning, int index, bool *out_go_on, struct error *error)
{
    const struct step *step = &questioning->check->steps[index];
    char text[128];
    bool right = false;
    output_markdown(questioning->session->invocation, step->kind == STEP_QUIZ ? step->quiz.ask : step->predict.ask);
    if (step->kind == STEP_QUIZ)
        choices_print(questioning->session->invocation, &step->quiz);
    *out_go_on = output_ask("> ", text, sizeof text);
    if (!*out_go_on)
        return true;
    if (step->kind == STEP_QUIZ)
        right = is_right_choice(&step->quiz, text);
    else if (!judge_predict(questioning, &step->predict, text, &right, error))
        return false;
    output_line("%s", right ? _("right") : _("not so"));
    return store_set_step_done(questioning->session->app->store, questioning->check->id, index, text, right, error);
}

static bool ask_all(struct questioning *questioning, struct error *error)
{
    bool go_on = true;
    for (size_t i = 0; go_on && i < questioning->check->step_count; i++) {
        const struct step *step = &questioning->check->steps[i];
        if (step->kind == STEP_TEXT)
            output_markdown(questioning->session->invocation, step->text);
        else if (!ask(questioning, (int)i, &go_on, error))
            return false;
    }
    return true;
}

static bool run_check(struct questioning *questioning, struct error *error)
{
    struct placement placement;
    if (!placement_read(questioning->session->app, &placement, error))
        return false;
    if (!placement.check)
        return error_set(error, ERROR_NOT_FOUND, "this course has no placement check");
    questioning->check = placement.check;
    if (!ask_all(questioning, error) || !placement_read(questioning->session->app, &placement, error) ||
        !placement_apply(questioning->session->app, &placement, error))
        return false;
    if (placement.answered < placement.questions)
        output_line(_("%zu of %zu questions answered; the course begins at its beginning"), placement.answered,
                    placement.questions);
    else
        output_line(_("%zu of %zu right: begin with %s, \"%s\""), placement.right, placement.questions,
                    placement.begin->id, placement.begin->title);
    return true;
}

bool command_placement(struct session *session, struct error *error)
{
    struct questioning questioning = {.session = session};
    if (invocation_has(session->invocation, "forget"))
        return placement_forget(session->app, error);
    bool done = session_can_record(session, error) && run_check(&questioning, error);
    grader_free(questioning.grader);
    return done;
}
