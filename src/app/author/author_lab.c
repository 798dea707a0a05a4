/* Checks the steps that run kernels. */
#include "app/author/author_lab.h"

#include <math.h>
#include <string.h>

#include "app/lab_fill.h"
#include "base/clock.h"

struct lab_check {
    const struct author_labs *labs;
    const struct lab *lab;
    struct lab_computing computing;
    struct arena *arena;
    int64_t began_ns;
};

static bool is_only(const struct author_check *check, const char *id)
{
    for (size_t i = 0; i < check->only_count; i++)
        if (strcmp(check->only[i], id) == 0)
            return true;
    return check->only_count == 0;
}

bool author_check_wants_lab(const struct author_check *check, const struct lab *lab)
{
    return is_only(check, lab->id) || is_only(check, lab->lesson->id);
}

/* message NULL: it is good. `speed` is shown if it is. */
static void report_speed(struct lab_check *given, const char *subject, const char *message, const char *speed)
{
    int64_t now_ns = clock_monotonic_ns();
    struct author_result result = {.exercise = given->lab->id,
                                   .subject = subject,
                                   .file = given->lab->lesson->source->name,
                                   .line = given->lab->location.line,
                                   .good = message == NULL,
                                   .message = message ? message : "",
                                   .speed = speed,
                                   .elapsed_ms = (unsigned long)((now_ns - given->began_ns) / 1000000)};
    given->began_ns = now_ns;
    given->labs->result(given->labs->context, &result);
}

static void report(struct lab_check *given, const char *subject, const char *message)
{
    report_speed(given, subject, message, "");
}

/* --- run, compare, plot ----------------------------------------------------------------------- */

static void check_claim(struct lab_check *given, const struct lab_results *results)
{
    double value;
    struct error error = {0};
    const struct lab *lab = given->lab;
    const char *message = NULL;
    if (!lab->claim)
        return;
    if (!lab_evaluate(results, lab->claim, &value, &error))
        message = arena_strdup(given->arena, error.message);
    else if (value == 0)
        message = arena_printf(given->arena, "the claim is false: %s. %s", expression_text(lab->claim),
                               lab_plain(given->computing.app, results, given->arena));
    report(given, "claim", message);
}

static void check_answer(struct lab_check *given, const struct lab_results *results)
{
    double value;
    struct error error = {0};
    if (given->lab->answer_number && !lab_evaluate(results, given->lab->answer_number, &value, &error))
        report(given, "answer", error.message);
}

static void check_text(struct lab_check *given, const struct lab_results *results, const char *key, const char *text)
{
    struct error error = {0};
    if (text)
        lab_expand(given->computing.app, results, text, given->arena, &error);
    if (error.code)
        report(given, key, error.message);
}

static bool check_stored(struct lab_check *given, const struct lab_results *results, struct error *error)
{
    struct lab_results stored;
    if (given->labs->check->writes_steps)
        return lab_results_store(given->computing.app, results, error);
    lab_results_load(given->computing.app, given->lab, given->arena, &stored);
    for (size_t i = 0; i < stored.point_count; i++)
        if (stored.points[i].is_mine) { /* what is stored is the solution's */
            memcpy(stored.points[i].values, stored.points[i].shipped, sizeof stored.points[i].values);
            stored.points[i].is_known = stored.points[i].has_shipped;
        }
    report(given, "stored results",
           lab_results_equal(&stored, results)
               ? NULL
               : arena_printf(given->arena, "%s is out of date: `author-check --write-steps` writes it again",
                              lab_results_file(given->lab, given->arena)));
    return true;
}

static bool check_shown(struct lab_check *given, struct error *error)
{
    struct lab_results results;
    struct error failure = {0};
    lab_results_load(given->computing.app, given->lab, given->arena, &results);
    if (!lab_results_compute(&given->computing, given->arena, &results, &failure)) {
        report(given, "run", failure.message);
        return true;
    }
    check_claim(given, &results);
    check_answer(given, &results);
    check_text(given, &results, "why", given->lab->why);
    check_text(given, &results, "plain", given->lab->plain);
    return check_stored(given, &results, error);
}

/* --- fill ------------------------------------------------------------------------------------- */

/* `say`: what must be said about a wrong answer; NULL: it must be right. */
static bool check_spelling(struct lab_check *given, const char *text, const char *say, struct error *error)
{
    struct lab_answer answer;
    const char *message = NULL;
    if (!lab_fill_judge(&given->computing, given->lab, text, given->arena, &answer, error))
        return error_add_context(error, "%s, '%s'", given->lab->id, text);
    if (answer.refused)
        message = answer.refused;
    else if (say && answer.is_right)
        message = "this wrong answer passes";
    else if (say && (!answer.say || strcmp(answer.say, say) != 0))
        message = "another sentence is said about this answer";
    else if (!say && !answer.is_right)
        message = arena_printf(given->arena, "this right answer fails: %s%s%s",
                               answer.failing_case ? answer.failing_case : "", answer.failing_case ? ": " : "",
                               answer.verdict);
    report(given, arena_printf(given->arena, "%s: %s", say ? "wrong" : "right", text), message);
    return true;
}

static const char *wrong_text(const struct lab *lab, const struct lab_wrong *wrong, struct arena *arena)
{
    const struct named_texts *answers = lab_answers(lab);
    const char *text = NULL;
    for (size_t i = 0; i < answers->count; i++)
        for (size_t k = 0; k < wrong->blanks.count; k++)
            if (strcmp(wrong->blanks.items[k].name, answers->items[i].name) == 0)
                text = text ? arena_printf(arena, "%s; %s", text, wrong->blanks.items[k].text)
                            : wrong->blanks.items[k].text;
    return text ? text : "";
}

static bool check_fill(struct lab_check *given, struct error *error)
{
    const struct lab *lab = given->lab;
    if (!check_spelling(given, lab_fill_solution(lab, given->arena), NULL, error))
        return false;
    for (size_t i = 0; i < lab->right.count; i++)
        if (!check_spelling(given, lab->right.items[i], NULL, error))
            return false;
    for (size_t i = 0; i < lab->wrong_count; i++)
        if (!check_spelling(given, wrong_text(lab, &lab->wrong[i], given->arena), lab->wrong[i].say, error))
            return false;
    return true;
}

/* --- on a GPU --------------------------------------------------------------------------------- */

static bool reads_time(const struct lab_results *results)
{
    for (size_t i = 0; i < results->quantity_count; i++)
        if (strcmp(results->quantities[i], LAB_TIME) == 0)
            return true;
    return false;
}

/* The stored time of a point; NAN: unknown. */
static double modelled_time(const struct lab_results *stored, size_t point)
{
    const struct lab_point *of = &stored->points[point];
    for (size_t i = 0; i < stored->quantity_count; i++)
        if (strcmp(stored->quantities[i], LAB_TIME) == 0 && (of->is_mine ? of->has_shipped : of->is_known))
            return of->is_mine ? of->shipped[i] : of->values[i];
    return NAN;
}

/* "32: time 26.7 us (modelled 25.1 us), warp_instructions 64" */
static void append_point(struct lab_check *given, const struct lab_results *results, const struct lab_results *stored,
                         size_t point, struct buffer *out)
{
    const struct lab_point *of = &results->points[point];
    double value, modelled_us = modelled_time(stored, point);
    buffer_printf(out, "%s%s%s", point ? "; " : "", of->label, *of->label ? ": " : "");
    for (size_t i = 0; i < results->quantity_count; i++) {
        const char *name = results->quantities[i];
        if (!lab_value(results, point, name, &value))
            continue;
        buffer_printf(out, "%s%s %s", i ? ", " : "", name, lab_format(name, value, given->arena));
        if (strcmp(name, LAB_TIME) == 0 && of->modelled_why)
            buffer_printf(out, " (%s)", of->modelled_why);
        else if (strcmp(name, LAB_TIME) == 0 && !isnan(modelled_us))
            buffer_printf(out, " (modelled %s)", lab_format(name, modelled_us, given->arena));
    }
}

static const char *measured_values(struct lab_check *given, const struct lab_results *results,
                                   const struct lab_results *stored)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    for (size_t i = 0; i < results->point_count; i++)
        append_point(given, results, stored, i, &out);
    return arena_strdup(given->arena, buffer_text(&out));
}

/* Only times can differ there. Steps without one say nothing, and nothing is stored. */
static bool check_measured(struct lab_check *given, struct error *error)
{
    struct lab_results results, stored;
    struct error failure = {0};
    double value = 1;
    lab_results_begin(given->lab, given->arena, &results);
    lab_results_load(given->computing.app, given->lab, given->arena, &stored);
    if (given->lab->kind == STEP_FILL || !reads_time(&results))
        return true;
    if (!lab_results_compute(&given->computing, given->arena, &results, &failure)) {
        report(given, "run", failure.message);
        *error = failure;
        return failure.code != ERROR_CANCELLED && failure.code != ERROR_UNSUPPORTED;
    }
    const char *message = NULL, *values = measured_values(given, &results, &stored);
    if (given->lab->claim && !lab_evaluate(&results, given->lab->claim, &value, &failure))
        message = failure.message;
    else if (value == 0)
        message = arena_printf(given->arena, "the claim is false on this GPU: %s. %s",
                               expression_text(given->lab->claim), values);
    report_speed(given, "measured claim", message, values);
    return true;
}

/* --- all -------------------------------------------------------------------------------------- */

static const char *without_spaces(const char *text, struct arena *arena)
{
    char *copy = arena_strdup(arena, text), *to = copy;
    for (const char *from = copy; *from; from++)
        if (*from != ' ')
            *to++ = *from;
    *to = '\0';
    return copy;
}

/* Only answers of three terms count: `ranks - 1` can be near for other reasons. */
static bool gives_away(const char *line, const char *answer, struct arena *arena)
{
    int operators = 0;
    for (const char *at = answer; *at; at++)
        operators += strchr("+-*/%<>&|^?", *at) != NULL;
    return operators >= 2 && strstr(without_spaces(line, arena), without_spaces(answer, arena));
}

static void check_answers(struct lab_check *given, const struct lab_code_line *lines, size_t count)
{
    const struct named_texts *answers = lab_answers(given->lab);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < answers->count; k++)
            if (gives_away(lines[i].text, answers->items[k].text, given->arena))
                report(given, "code",
                       arena_printf(given->arena, "drawn line %d gives the answer: leave it out with //@ end",
                                    lines[i].number));
}

static void check_code(struct lab_check *given, const struct lab_kernel *kernel)
{
    struct lab_code_line *lines;
    size_t count = lab_code(given->lab, kernel, given->arena, &lines);
    if (count > LAB_CODE_LINES_MAX)
        report(given, "code",
               arena_printf(given->arena, "%zu lines are drawn, at most %d fit: mark them with //@ begin and //@ end",
                            count, LAB_CODE_LINES_MAX));
    if (given->lab->kind == STEP_FILL)
        check_answers(given, lines, count);
}

static bool check_lab(const struct author_labs *labs, const struct lab *lab, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *device = labs->check->device;
    struct lab_check given = {
        .labs = labs,
        .lab = lab,
        .computing = {.app = labs->app, .grader = labs->grader, .for_author = true, .device = device},
        .arena = arena,
        .began_ns = clock_monotonic_ns()};
    if (author_check_measures(labs->check))
        return check_measured(&given, error);
    if (lab->kind == STEP_RUN || lab->kind == STEP_FILL)
        check_code(&given, &lab->kernel);
    return lab->kind == STEP_FILL ? check_fill(&given, error) : check_shown(&given, error);
}

/* Texts of a lesson with values in them, once all its steps have results. */
static void check_lesson_texts(const struct author_labs *labs)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const struct lesson *lesson = labs->lesson;
    struct lab_check given = {
        .labs = labs, .computing = {.app = labs->app}, .arena = arena, .began_ns = clock_monotonic_ns()};
    for (size_t i = 0; i < lesson->step_count; i++)
        if (step_is_lab(&lesson->steps[i]))
            given.lab = lesson->steps[i].lab;
    for (size_t i = 0; given.lab && i < lesson->step_count; i++)
        if (lesson->steps[i].kind == STEP_TEXT)
            check_text(&given, NULL, "text", lesson->steps[i].text);
}

static bool is_wanted(const struct author_check *check, const struct step *step)
{
    return step_is_lab(step) && author_check_wants_lab(check, step->lab);
}

bool author_labs_wanted(const struct author_check *check, const struct lesson *lesson)
{
    for (size_t i = 0; i < lesson->step_count; i++)
        if (is_wanted(check, &lesson->steps[i]))
            return true;
    return false;
}

bool author_labs_check(const struct author_labs *labs, struct error *error)
{
    const struct lesson *lesson = labs->lesson;
    for (size_t i = 0; i < lesson->step_count; i++)
        if (is_wanted(labs->check, &lesson->steps[i]) && !check_lab(labs, lesson->steps[i].lab, error))
            return false;
    if (is_only(labs->check, lesson->id) && !author_check_measures(labs->check))
        check_lesson_texts(labs);
    return true;
}
