/* `list` and `status`. */
#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "app/overview.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/session.h"

static const char *mark_of(enum exercise_state state, bool ascii)
{
    static const char *const marks[][2] = {
        [EXERCISE_NEW] = {"·", "-"},
        [EXERCISE_TRIED] = {"◐", "~"},
        [EXERCISE_PASSED] = {"●", "*"},
        [EXERCISE_PARKED] = {"‖", "="},
    };
    return marks[state][ascii];
}

static void print_exercise(const struct overview_exercise *row, const struct output_style *style)
{
    const struct exercise_progress *progress = &row->progress;
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    buffer_printf(&line, "      %s ", mark_of(progress->state, style->ascii));
    text_append_padded(&line, row->exercise->id, 28, TEXT_LEFT);
    text_append_padded(&line, _(overview_state_name(progress->state)), 8, TEXT_LEFT);
    if (progress->best_medal)
        buffer_printf(&line, "%s ", _(progress->best_medal));
    if (progress->state == EXERCISE_TRIED && progress->last_status)
        buffer_printf(&line, _("last: %s "), _(verdict_text_status_named(progress->last_status)));
    if (progress->assisted)
        buffer_append_text(&line, _("(assisted) "));
    if (progress->attempts > 0)
        buffer_printf(&line, ngettext("%d attempt", "%d attempts", progress->attempts), progress->attempts);
    while (line.size_bytes > 0 && line.data[line.size_bytes - 1] == ' ')
        line.data[--line.size_bytes] = '\0';
    buffer_append_char(&line, '\n');
    output_print(&line);
}

static bool lesson_matches(const struct overview *overview, const struct overview_lesson *row, const char *text)
{
    if (!text || strcasestr(row->lesson->id, text) || strcasestr(row->lesson->title, text))
        return true;
    for (size_t i = 0; i < row->exercise_count; i++)
        if (strstr(overview->exercises[row->first_exercise + i].exercise->id, text))
            return true;
    return false;
}

static void print_week(const struct overview *overview, const struct overview_week *week, const char *text,
                       const struct output_style *style, struct arena *arena)
{
    bool headed = false;
    for (size_t i = 0; i < week->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[week->first_lesson + i];
        if (!lesson_matches(overview, row, text))
            continue;
        if (!headed)
            output_line(ngettext("%s (%s), %zu of %zu exercise passed", "%s (%s), %zu of %zu exercises passed",
                                 week->exercises_total),
                        overview_week_name(week, arena), _(level_name(week->level)), week->exercises_passed,
                        week->exercises_total);
        headed = true;
        output_line(row->lesson->core ? _("  %s  %s  (%d min)") : _("  %s  %s  (%d min, stretch)"), row->lesson->id,
                    row->lesson->title, row->lesson->minutes);
        for (size_t j = 0; j < row->exercise_count; j++)
            print_exercise(&overview->exercises[row->first_exercise + j], style);
    }
}

static json_t *exercise_json(const struct overview_exercise *row)
{
    const struct exercise_progress *progress = &row->progress;
    return json_pack("{s:s, s:s, s:s, s:b, s:i, s:s?, s:s?}", "id", row->exercise->id, "lesson",
                     row->exercise->lesson->id, "state", overview_state_name(progress->state), "assisted",
                     progress->assisted, "attempts", progress->attempts, "last_status", progress->last_status, "medal",
                     progress->best_medal);
}

static json_t *badges_json(const struct badge_list *badges)
{
    json_t *list = json_array();
    for (size_t i = 0; i < badges->count; i++) {
        const struct badge *badge = &badges->items[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:s?, s:I, s:I}", "badge", badge_name(badge->kind),
                                              "subject", badge->subject, "title", badge->title, "earned", badge->earned,
                                              "earned_at", badge->earned_at, "passed", (json_int_t)badge->tally.passed,
                                              "total", (json_int_t)badge->tally.total));
    }
    return list;
}

static json_t *certificate_json(const struct certificate_state *state)
{
    json_t *requirements = json_array();
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *row = &state->requirements[i];
        json_array_append_new(requirements,
                              json_pack("{s:s, s:I, s:I, s:b, s:b, s:b}", "text", row->text, "passed",
                                        (json_int_t)row->passed, "total", (json_int_t)row->total, "met", row->met,
                                        "offered", row->offered, "needed", !row->is_shown_only));
    }
    return json_pack("{s:s, s:I, s:I, s:o}", "name", certificate_name(state->certificate), "met",
                     (json_int_t)state->met_count, "needed", (json_int_t)state->needed_count, "requirements",
                     requirements);
}

static json_t *certificates_json(const struct overview *overview)
{
    json_t *list = json_array();
    for (int i = 0; i < CERTIFICATE_COUNT; i++)
        json_array_append_new(list, certificate_json(&overview->certificates[i]));
    return list;
}

static void print_json(const struct overview *overview, const char *text)
{
    CLEANUP(json_decref) json_t *exercises = json_array();
    for (size_t i = 0; i < overview->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[i];
        if (!lesson_matches(overview, row, text))
            continue;
        for (size_t j = 0; j < row->exercise_count; j++)
            json_array_append_new(exercises, exercise_json(&overview->exercises[row->first_exercise + j]));
    }
    CLEANUP(json_decref)
    json_t *root =
        json_pack("{s:s, s:O, s:o, s:o, s:I, s:I, s:s?, s:s?}", "schema", "warpschool.overview/1", "exercises",
                  exercises, "badges", badges_json(&overview->badges), "certificates", certificates_json(overview),
                  "passed", (json_int_t)overview->exercises_passed, "total", (json_int_t)overview->exercise_count,
                  "next_lesson", overview->next_lesson ? overview->next_lesson->id : NULL, "next_exercise",
                  overview->next_exercise ? overview->next_exercise->id : NULL);
    output_json(root);
}

static bool any_matches(const struct overview *overview, const char *text)
{
    for (size_t i = 0; i < overview->lesson_count; i++)
        if (lesson_matches(overview, &overview->lessons[i], text))
            return true;
    return false;
}

/* Returns the exit status. */
static int print_list(const struct overview *overview, const char *text, const struct output_style *style,
                      struct arena *arena)
{
    struct error error = {0};
    for (size_t i = 0; i < overview->week_count; i++)
        print_week(overview, &overview->weeks[i], text, style, arena);
    if (any_matches(overview, text))
        return EXIT_PASSED;
    error_set(&error, ERROR_NOT_FOUND, "no lesson or exercise is called '%s'", text ? text : "");
    error_add_hint(&error, "`warpschool list` shows all");
    output_error(&error);
    return EXIT_NOT_PASSED;
}

/* An exercise that opens later takes no command yet. */
static void print_exercise_names(const struct curriculum *curriculum)
{
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (!curriculum->exercises[i]->locked)
            output_line("%s", curriculum->exercises[i]->id);
}

static void print_lesson_names(const struct curriculum *curriculum)
{
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        output_line("%s", curriculum->lessons[i]->id);
}

/* For completions. False: neither was asked for. */
static bool print_names(const struct session *session)
{
    bool exercises = invocation_has(session->invocation, "names");
    bool lessons = invocation_has(session->invocation, "lesson-names");
    if (exercises)
        print_exercise_names(session->app->curriculum);
    if (lessons)
        print_lesson_names(session->app->curriculum);
    return exercises || lessons;
}

bool command_list(struct session *session, struct error *error)
{
    struct overview overview;
    const char *text = invocation_argument(session->invocation, 0);
    struct output_style style = output_style(session->invocation);
    if (print_names(session))
        return true;
    if (!overview_make(session->app, session->invocation->arena, &overview, error))
        return false;
    if (invocation_has(session->invocation, "json"))
        print_json(&overview, text);
    else
        session->status = print_list(&overview, text, &style, session->invocation->arena);
    return true;
}

static size_t count_missing(const struct certificate_state *state)
{
    size_t count = 0;
    for (size_t i = 0; i < state->requirement_count; i++)
        count +=
            !state->requirements[i].offered && !state->requirements[i].is_shown_only && !state->requirements[i].met;
    return count;
}

/* `is_next`: with its open requirements. Those of later certificates include them. */
static void print_certificate(const struct certificate_state *state, bool is_next)
{
    size_t missing = count_missing(state);
    CLEANUP(buffer_done) struct buffer line = BUFFER_INIT;
    buffer_append_text(&line, "  ");
    text_append_padded(&line, _(certificate_name(state->certificate)), 17, TEXT_LEFT);
    buffer_printf(&line, _("%zu of %zu requirements met"), state->met_count, state->needed_count);
    if (missing > 0)
        buffer_printf(&line, _("; %zu are not in this course yet"), missing);
    output_line("%s", buffer_text(&line));
    if (!is_next)
        return;
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *requirement = &state->requirements[i];
        if (requirement->is_shown_only)
            output_requirement("    ", requirement);
        else if (!requirement->met && requirement->offered)
            output_requirement(_("    still needs "), requirement);
    }
}

/* "Week 1, One thread, one element": the earned badges, by kind. */
static void print_badges(const struct badge_list *badges)
{
    output_line(_("badges: %zu of %zu"), badges->earned_count, badges->count);
    for (int kind = 0; kind < BADGE_KIND_COUNT; kind++) {
        CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
        for (size_t i = 0; i < badges->count; i++)
            if ((int)badges->items[i].kind == kind && badges->items[i].earned)
                buffer_printf(&names, "%s%s", names.size_bytes ? "; " : "", badges->items[i].title);
        if (names.size_bytes)
            output_line(_("  %s: %s"), _(badge_name((enum badge_kind)kind)), buffer_text(&names));
    }
}

/* A running assessment comes first: its clock does not wait. */
static bool print_sitting(struct app *app, struct arena *arena)
{
    struct assessment assessment;
    bool running = false;
    if (!assessment_look(app, NULL, arena, &running, &assessment, NULL) || !running)
        return false;
    int64_t seconds = assessment.remaining_ns / 1000000000;
    output_line(_("next: the %s assessment is in progress, %d:%02d left"), _(assessment.record.level),
                (int)(seconds / 60), (int)(seconds % 60));
    output_line(_("      `warpschool assessment` shows its items"));
    return true;
}

static void print_next(const struct overview *overview)
{
    if (!overview->next_lesson) {
        output_line(_("next: everything is done"));
        return;
    }
    output_line(_("next: %s, \"%s\""), overview->next_lesson->id, overview->next_lesson->title);
    if (overview->next_exercise)
        output_line(_("      ./learn opens the shell; or: warpschool show %s, warpschool edit %s, warpschool grade %s"),
                    overview->next_lesson->id, overview->next_exercise->id, overview->next_exercise->id);
    else
        output_line(_("      `warpschool shell %s` opens it"), overview->next_lesson->id);
}

static void print_status(struct app *app, const struct overview *overview, struct arena *arena)
{
    output_line(_("warpschool %s: %zu of %zu exercises passed"), WARPSCHOOL_VERSION, overview->exercises_passed,
                overview->exercise_count);
    for (size_t i = 0; i < overview->week_count; i++) {
        const struct overview_week *week = &overview->weeks[i];
        output_line(_("  week %-2d %-13s %zu of %zu"), week->week, _(level_name(week->level)), week->exercises_passed,
                    week->exercises_total);
    }
    print_badges(&overview->badges);
    output_line(_("certificates"));
    bool has_next = false;
    for (int i = 0; i < CERTIFICATE_COUNT; i++) {
        const struct certificate_state *state = &overview->certificates[i];
        bool is_next = !has_next && state->met_count < state->needed_count;
        print_certificate(state, is_next);
        has_next = has_next || is_next;
    }
    output_line(_("work folder: %s"), app->folders.work);
    if (!print_sitting(app, arena))
        print_next(overview);
}

bool command_status(struct session *session, struct error *error)
{
    struct overview overview;
    if (!overview_make(session->app, session->invocation->arena, &overview, error))
        return false;
    if (invocation_has(session->invocation, "json"))
        print_json(&overview, NULL);
    else
        print_status(session->app, &overview, session->invocation->arena);
    return true;
}
