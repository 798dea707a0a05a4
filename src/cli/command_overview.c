#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/overview.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"

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
    text_append_padded(&line, overview_state_name(progress->state), 8, TEXT_LEFT);
    if (progress->best_medal)
        buffer_printf(&line, "%s ", progress->best_medal);
    if (progress->state == EXERCISE_TRIED && progress->last_status)
        buffer_printf(&line, "last: %s ", progress->last_status);
    if (progress->assisted)
        buffer_append_text(&line, "(assisted) ");
    if (progress->attempts > 0)
        buffer_printf(&line, "%d attempt%s", progress->attempts, progress->attempts == 1 ? "" : "s");
    while (line.size_bytes > 0 && line.data[line.size_bytes - 1] == ' ')
        line.data[--line.size_bytes] = '\0';
    buffer_append_char(&line, '\n');
    output_print(&line);
}

static bool lesson_matches(const struct overview *overview, const struct overview_lesson *row, const char *text)
{
    if (!text || strstr(row->lesson->id, text) || strcasestr(row->lesson->title, text))
        return true;
    for (size_t i = 0; i < row->exercise_count; i++)
        if (strstr(overview->exercises[row->first_exercise + i].exercise->id, text))
            return true;
    return false;
}

static void print_week(const struct overview *overview, const struct overview_week *week, const char *text,
                       const struct output_style *style)
{
    bool headed = false;
    for (size_t i = 0; i < week->lesson_count; i++) {
        const struct overview_lesson *row = &overview->lessons[week->first_lesson + i];
        if (!lesson_matches(overview, row, text))
            continue;
        if (!headed)
            output_line("Week %d, %s: %zu of %zu exercises passed", week->week, level_name(week->level),
                        week->exercises_passed, week->exercises_total);
        headed = true;
        output_line("  %s  %s  (%d min%s)", row->lesson->id, row->lesson->title, row->lesson->minutes,
                    row->lesson->core ? "" : ", stretch");
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

static int print_json(const struct overview *overview, const char *text)
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
        json_pack("{s:s, s:O, s:I, s:I, s:s?, s:s?}", "schema", "warpschool.overview/1", "exercises", exercises,
                  "passed", (json_int_t)overview->exercises_passed, "total", (json_int_t)overview->exercise_count,
                  "next_lesson", overview->next_lesson ? overview->next_lesson->id : NULL, "next_exercise",
                  overview->next_exercise ? overview->next_exercise->id : NULL);
    char *dump = json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS);
    if (!dump)
        return EXIT_ENVIRONMENT;
    output_line("%s", dump);
    free(dump);
    return EXIT_PASSED;
}

static void print_list(const struct overview *overview, const char *text, const struct output_style *style)
{
    for (size_t i = 0; i < overview->week_count; i++)
        print_week(overview, &overview->weeks[i], text, style);
}

static void print_names(const struct app *app)
{
    for (size_t i = 0; i < app->curriculum->exercise_count; i++)
        output_line("%s", app->curriculum->exercises[i]->id);
}

int command_list(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    if (invocation_has(invocation, "names")) {
        print_names(app);
        return EXIT_PASSED;
    }
    struct overview overview;
    struct error error = {0};
    if (!overview_make(app, invocation->arena, &overview, &error)) {
        output_error(&error);
        return EXIT_ENVIRONMENT;
    }
    const char *text = invocation_argument(invocation, 0);
    if (invocation_has(invocation, "json"))
        return print_json(&overview, text);
    struct output_style style = output_style(invocation);
    print_list(&overview, text, &style);
    return EXIT_PASSED;
}

/* What is still missing, and of that only what the curriculum offers. */
static void print_certificate(const struct certificate_state *state)
{
    output_line("  %-12s %zu of %zu requirements met", certificate_name(state->certificate), state->met_count,
                state->requirement_count);
    for (size_t i = 0; i < state->requirement_count; i++) {
        const struct certificate_requirement *requirement = &state->requirements[i];
        if (!requirement->met && requirement->offered)
            output_line("    still needs the %s: %zu of %zu exercises passed unaided", requirement->text,
                        requirement->passed, requirement->total);
    }
}

static void print_status(const struct app *app, const struct overview *overview)
{
    output_line("warpschool %s: %zu of %zu exercises passed", WARPSCHOOL_VERSION, overview->exercises_passed,
                overview->exercise_count);
    for (size_t i = 0; i < overview->week_count; i++) {
        const struct overview_week *week = &overview->weeks[i];
        output_line("  week %-2d %-13s %zu of %zu", week->week, level_name(week->level), week->exercises_passed,
                    week->exercises_total);
    }
    output_line("certificates");
    for (int i = 0; i < CERTIFICATE_COUNT; i++)
        print_certificate(&overview->certificates[i]);
    output_line("work folder: %s", app->folders.work);
    if (!overview->next_lesson) {
        output_line("next: nothing is left. Well done.");
        return;
    }
    output_line("next: %s, \"%s\"", overview->next_lesson->id, overview->next_lesson->title);
    if (overview->next_exercise)
        output_line("      ./learn opens the shell; or: warpschool show %s, warpschool edit %s, warpschool grade %s",
                    overview->next_lesson->id, overview->next_exercise->id, overview->next_exercise->id);
}

int command_status(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    struct overview overview;
    struct error error = {0};
    if (!overview_make(app, invocation->arena, &overview, &error)) {
        output_error(&error);
        return EXIT_ENVIRONMENT;
    }
    if (invocation_has(invocation, "json"))
        return print_json(&overview, NULL);
    print_status(app, &overview);
    return EXIT_PASSED;
}
