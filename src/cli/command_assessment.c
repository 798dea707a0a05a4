/* `assessment`: starts, answers and ends an assessment. */
#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "app/submission.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "base/json.h"
#include "cli/choices.h"
#include "cli/grade_output.h"
#include "cli/output.h"
#include "cli/session.h"

/* The context of a verb. `running` says whether `assessment` is running. */
struct sitting {
    struct session *session;
    struct assessment assessment;
    bool running;
};

static const char *argument(const struct sitting *sitting, int index)
{
    return invocation_argument(sitting->session->invocation, index);
}

static void print_result(const struct sitting *sitting, const struct assessment *assessment)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assessment_result_text(assessment, sitting->session->app->curriculum, &text);
    output_print(&text);
}

static bool show_result(struct sitting *sitting, const char *level, struct error *error)
{
    struct assessment last;
    bool found;
    if (!assessment_last(sitting->session->app, level, sitting->session->invocation->arena, &found, &last, error))
        return false;
    if (!found)
        return error_set(error, ERROR_NOT_FOUND, "you have taken no assessment yet");
    if (invocation_has(sitting->session->invocation, "json")) {
        CLEANUP(json_decref) json_t *json = assessment_result_json(&last);
        output_json(json);
    } else {
        print_result(sitting, &last);
    }
    sitting->session->status = last.record.passed ? EXIT_PASSED : EXIT_NOT_PASSED;
    return true;
}

static void print_items(const struct sitting *sitting)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assessment_items_text(&sitting->assessment, &text);
    output_print(&text);
    output_line(_("`warpschool assessment show N` shows an item and how to answer it; `finish` ends the assessment"));
}

static bool verb_status(struct sitting *sitting, struct error *error)
{
    if (sitting->running) {
        print_items(sitting);
        return true;
    }
    output_line(_("no assessment is in progress; `warpschool assessment start foundation` starts one"));
    struct assessment last;
    bool found;
    if (!assessment_last(sitting->session->app, NULL, sitting->session->invocation->arena, &found, &last, error))
        return false;
    if (found)
        print_result(sitting, &last);
    return true;
}

static bool verb_start(struct sitting *sitting, struct error *error)
{
    uint64_t seed;
    const char *name = argument(sitting, 1) ? argument(sitting, 1) : "foundation";
    const struct lesson *pool = assessment_find_pool(sitting->session->app, name, error);
    if (!pool || !session_can_record(sitting->session, error) ||
        !invocation_number(sitting->session->invocation, "seed", (struct option_range){1, UINT64_MAX, 0}, &seed, error))
        return false;
    if (sitting->running)
        return error_set(error, ERROR_RANGE,
                         "an assessment is running already: `warpschool assessment` shows its items");
    output_line(ngettext("%s: %d minutes, %d questions, %d kernels, %d prediction about each of yours. No hints.",
                         "%s: %d minutes, %d questions, %d kernels, %d predictions about each of yours. No hints.",
                         (unsigned)pool->draw.predictions),
                pool->title, pool->minutes, pool->draw.quizzes, pool->draw.exercises, pool->draw.predictions);
    int total = assessment_points_total(pool);
    output_line(_("You pass with %d of %d points."), assessment_points_needed(pool, total), total);
    if (!invocation_has(sitting->session->invocation, "yes") &&
        !output_confirm(_("The clock runs until you finish. Start?")))
        return error_set(error, ERROR_CANCELLED, "nothing was started; --yes starts without asking");
    if (!assessment_start(sitting->session->app, pool, seed, NULL, error) ||
        !assessment_look(sitting->session->app, NULL, sitting->session->invocation->arena, &sitting->running,
                         &sitting->assessment, error))
        return false;
    print_items(sitting);
    return true;
}

/* The item with the number of the second argument. */
static bool chosen_item(const struct sitting *sitting, struct assessment_item *out_item, struct error *error)
{
    const char *text = argument(sitting, 1);
    char *end;
    long number = text ? strtol(text, &end, 10) : 0;
    if (!sitting->running)
        return assessment_refuse_stopped(sitting->session->app, error);
    if (!text || end == text || *end)
        return error_set(error, ERROR_SYNTAX, "which item? Name one from 1 to %zu",
                         sitting->assessment.record.item_count);
    return assessment_find_item(&sitting->assessment, (int)number, out_item, error);
}

static void say_how_to_answer(const struct assessment_item *item, const char *answer)
{
    if (item->state == ASSESSMENT_OPEN)
        output_line(_("`warpschool assessment answer %d %s` answers it, once"), item->number, answer);
}

static void show_quiz(const struct sitting *sitting, const struct assessment_item *item)
{
    const struct quiz *quiz = assessment_quiz(&sitting->assessment, item);
    output_markdown(sitting->session->invocation, quiz->ask);
    choices_print(sitting->session->invocation, quiz);
    if (quiz->many)
        output_line(_("several are right"));
    say_how_to_answer(item, quiz->many ? "CHOICE,CHOICE" : "CHOICE");
}

static bool show_exercise(const struct sitting *sitting, const struct assessment_item *item, struct error *error)
{
    const struct exercise *exercise = assessment_exercise(&sitting->assessment, item);
    output_line("%s\n", exercise->title);
    if (exercise->task)
        output_markdown(sitting->session->invocation, exercise->task);
    if (!workspace_start(sitting->session->app, exercise, error))
        return false;
    output_line(_("your file: %s"),
                workspace_path(sitting->session->app, exercise, sitting->session->invocation->arena));
    output_line(_("`warpschool assessment submit %d` judges your file"), item->number);
    return true;
}

static bool show_predict(const struct sitting *sitting, const struct assessment_item *item, struct error *error)
{
    struct source source;
    if (!assessment_predict_source(sitting->session->app, &sitting->assessment, item,
                                   sitting->session->invocation->arena, &source, error))
        return false;
    output_line(_("About your kernel that passed:"));
    output_markdown(sitting->session->invocation,
                    assessment_ask(&sitting->assessment, item, &source, sitting->session->invocation->arena));
    say_how_to_answer(item, "NUMBER");
    return true;
}

static bool verb_show(struct sitting *sitting, struct error *error)
{
    struct assessment_item item;
    if (!chosen_item(sitting, &item, error))
        return false;
    switch (item.kind) {
    case ASSESSMENT_QUIZ:
        show_quiz(sitting, &item);
        return true;
    case ASSESSMENT_EXERCISE:
        return show_exercise(sitting, &item, error);
    default:
        return show_predict(sitting, &item, error);
    }
}

static bool answer_predict(struct sitting *sitting, const struct assessment_item *item, struct error *error)
{
    struct grader_settings settings = app_grader_settings(sitting->session->app);
    CLEANUP(grader_free) struct grader *grader = NULL;
    struct source source;
    double value;
    const struct exercise *exercise = assessment_exercise(&sitting->assessment, item);
    if (!assessment_predict_source(sitting->session->app, &sitting->assessment, item,
                                   sitting->session->invocation->arena, &source, error))
        return false;
    const struct predict *predict = assessment_predict_about(&sitting->assessment, item, &source);
    return (grader = grader_new(&settings, error)) &&
           grader_measure_counter(grader, sitting->session->app->curriculum, exercise, &source, predict->counter,
                                  &value, error) &&
           assessment_answer_predict(sitting->session->app, &sitting->assessment, item->number, argument(sitting, 2),
                                     value, error);
}

static bool verb_answer(struct sitting *sitting, struct error *error)
{
    struct assessment_item item;
    if (!chosen_item(sitting, &item, error))
        return false;
    if (!argument(sitting, 2))
        return error_set(error, ERROR_SYNTAX, "usage: warpschool assessment answer N ANSWER");
    bool good = item.kind == ASSESSMENT_PREDICT && item.state == ASSESSMENT_OPEN
                    ? answer_predict(sitting, &item, error)
                    : assessment_answer_quiz(sitting->session->app, &sitting->assessment, item.number,
                                             argument(sitting, 2), error);
    if (good)
        output_line(_("item %d is answered"), item.number);
    return good;
}

static bool submit(struct sitting *sitting, const struct exercise *exercise, struct error *error)
{
    struct grader_settings settings = app_grader_settings(sitting->session->app);
    CLEANUP(grader_free) struct grader *grader = NULL;
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    struct submission submission;
    int64_t attempt;
    if (!submission_prepare(sitting->session->app, exercise, invocation_option(sitting->session->invocation, "file"),
                            sitting->session->invocation->arena, &submission, error))
        return false;
    submission.device = invocation_option_or(sitting->session->invocation, "device", "auto");
    if (!(grader = grader_new(&settings, error)) ||
        !submission_grade(sitting->session->app, grader, &submission, &verdict, error) ||
        !submission_record(sitting->session->app, &submission, verdict, &attempt, error))
        return false;
    grade_output_print(sitting->session->invocation,
                       &(struct report_item){.verdict = verdict, .title = exercise->title});
    sitting->session->status = verdict_exit_code(verdict->status);
    return true;
}

static bool verb_submit(struct sitting *sitting, struct error *error)
{
    struct assessment_item item;
    if (!chosen_item(sitting, &item, error))
        return false;
    if (item.kind != ASSESSMENT_EXERCISE)
        return error_set(error, ERROR_RANGE, "item %d is not a kernel: answer it", item.number);
    return submit(sitting, assessment_exercise(&sitting->assessment, &item), error);
}

/* Works without the pool, too: the given answers count. */
static bool verb_finish(struct sitting *sitting, struct error *error)
{
    if (!sitting->running)
        return assessment_refuse_stopped(sitting->session->app, error);
    if (!invocation_has(sitting->session->invocation, "yes") &&
        !output_confirm(assessment_ask_to_finish(&sitting->assessment, sitting->session->invocation->arena)))
        return error_set(error, ERROR_CANCELLED, "it continues; --yes finishes it without asking");
    if (!assessment_finish(sitting->session->app, &sitting->assessment, error) || !show_result(sitting, NULL, error))
        return false;
    if (!invocation_has(sitting->session->invocation, "json"))
        output_new_badges(sitting->session->app, sitting->session->invocation->arena);
    return true;
}

static bool verb_result(struct sitting *sitting, struct error *error)
{
    return show_result(sitting, argument(sitting, 1), error);
}

static const struct verb {
    const char *name;
    bool (*run)(struct sitting *sitting, struct error *error);
} verbs[] = {
    {"status", verb_status}, {"start", verb_start},   {"show", verb_show},     {"answer", verb_answer},
    {"submit", verb_submit}, {"finish", verb_finish}, {"result", verb_result},
};

bool command_assessment(struct session *session, struct error *error)
{
    struct sitting sitting = {.session = session};
    const struct verb *verb =
        session_verb(session, "status", verbs, sizeof *verbs, sizeof verbs / sizeof *verbs, error);
    bool looked = verb && assessment_look(session->app, NULL, session->invocation->arena, &sitting.running,
                                          &sitting.assessment, error);
    bool may_go_on = looked || (verb && verb->run == verb_finish && sitting.running);
    return may_go_on && verb->run(&sitting, error);
}
