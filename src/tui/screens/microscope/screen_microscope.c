/*
 * The warp microscope: steps through a learner's kernel forwards and back (app/microscope.h). It
 * opens at the line of the first finding, else at the first access to memory.
 */
#include <stdio.h>
#include <string.h>

#include "app/lab.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "base/text.h"
#include "base/told.h"
#include "tui/screens/microscope/microscope.h"

/* --- opening ---------------------------------------------------------------------------------- */

/* The learner's file, at what its verdict is about. */
static bool find_exercise(struct shell *shell, struct microscope_screen *screen, struct microscope_subject *out_subject,
                          struct error *error)
{
    const struct exercise *exercise = screen->exercise;
    bool has_verdict = shell->open.exercise == exercise && shell->open.verdict && !shell->open.is_stale;
    const char *path = workspace_path(shell->app, exercise, screen->arena);
    if (!workspace_read(path, exercise->id, screen->arena, &screen->source, error))
        return false;
    *out_subject = microscope_subject_of(exercise, &screen->source, has_verdict ? shell->open.verdict : NULL);
    screen->title = exercise->id;
    return true;
}

/* The kernel that a step of a lesson runs. */
static bool find_step(struct shell *shell, struct microscope_screen *screen, const char *text,
                      struct microscope_subject *out_subject, struct error *error)
{
    const struct lesson *lesson = screen->lesson;
    struct lab_specimen specimen;
    bool is_lab =
        screen->step >= 0 && (size_t)screen->step < lesson->step_count && step_is_lab(&lesson->steps[screen->step]);
    if (!is_lab)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("This step runs no kernel"));
    const struct lab *lab = lesson->steps[screen->step].lab;
    if (!lab_specimen_find(shell->app, lab, (size_t)screen->point, text, screen->arena, &specimen, error))
        return false;
    screen->source = specimen.source;
    *out_subject =
        (struct microscope_subject){.exercise = specimen.exercise, .source = &screen->source, .line = specimen.line};
    screen->title = specimen.title;
    return true;
}

static bool open_microscope(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct microscope_screen *screen = state;
    struct microscope_subject subject;
    screen->shell = shell;
    screen->exercise = place->exercise;
    screen->lesson = place->lesson;
    screen->step = place->step;
    screen->point = place->scroll > 0 ? place->scroll : 0;
    screen->arena = arena_new();
    if (!place->exercise && !place->lesson)
        return error_set(error, ERROR_INTERNAL, "no exercise was named");
    bool is_found = place->exercise ? find_exercise(shell, screen, &subject, error)
                                    : find_step(shell, screen, place->word, &subject, error);
    if (!is_found)
        return false;
    if (!shell->grading) /* a shell without services: a test supplies the view */
        return true;
    subject.shows_variables = true;
    shell->microscope = screen->microscope = microscope_new(shell->app, &subject, error);
    return screen->microscope != NULL;
}

static void close_microscope(void *state)
{
    struct microscope_screen *screen = state;
    if (screen->microscope && screen->shell->microscope == screen->microscope)
        screen->shell->microscope = NULL;
    microscope_free(screen->microscope);
    if (screen->view)
        arena_free(screen->view->arena);
    arena_free(screen->arena);
}

/* --- views ------------------------------------------------------------------------------------ */

static void split_ptx(struct microscope_screen *screen, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c; c++)
        lines += *c == '\n';
    screen->ptx = ARENA_ARRAY(screen->arena, lines, struct text_line);
    for (screen->ptx_count = 0; screen->ptx_count < lines; screen->ptx_count++) {
        size_t length = strcspn(text, "\n");
        screen->ptx[screen->ptx_count] = (struct text_line){arena_strndup(screen->arena, text, length), length};
        text += length + (text[length] == '\n');
    }
}

/* The lane of the newest finding in this warp, else the first lane that executes. */
static int lane_of_interest(const struct microscope_screen *screen, const struct stepping_view *view)
{
    const struct stepping_view *before = screen->view ? &screen->view->step : NULL;
    bool is_new = view->finding_count && (!before || before->finding_count != view->finding_count);
    const struct stepping_finding *last = is_new ? &view->findings[view->finding_count - 1] : NULL;
    const uint32_t *shape = view->block_shape;
    if (last && memcmp(last->block, view->block, sizeof last->block) == 0) {
        uint64_t thread =
            last->thread[0] + (uint64_t)shape[0] * (last->thread[1] + (uint64_t)shape[1] * last->thread[2]);
        if (thread / VGPU_STEP_LANES == view->warp)
            return (int)(thread % VGPU_STEP_LANES);
    }
    if (before && before->warp == view->warp && before->block_index == view->block_index)
        return screen->lane;
    return view->active ? __builtin_ctz(view->active) : 0;
}

/* What the step changed stays in sight until another step changes something. */
static void follow_variable(struct microscope_screen *screen, const struct microscope_view *view)
{
    for (uint32_t i = view->step.variable_count; i-- > 0;)
        if (view->variables[i].changed && !view->variables[i].depth)
            snprintf(screen->followed, sizeof screen->followed, "%s", view->variables[i].name);
}

/* A run to the end that was to stop before it says what it did not find. */
static void say_end(struct shell *shell, const struct stepping_command *wish)
{
    static const char *const missing[] = {
        [VGPU_STEP_BARRIER] = N_("No barrier is left: the block has ended"),
        [VGPU_STEP_ACCESS] = N_("No access to memory is left: the block has ended"),
        [VGPU_STEP_FINDING] = N_("No finding is left: the block has ended"),
    };
    size_t count = sizeof missing / sizeof missing[0], goal = wish->move == STEPPING_RUN ? wish->goal : count;
    if (wish->move == STEPPING_RUN && wish->goal == VGPU_STEP_LINE)
        shell_say(shell, STYLE_WARNING, _("The warp does not reach line %d: the block has ended"), (int)wish->number);
    else
        shell_say(shell, STYLE_WARNING, "%s",
                  goal < count && missing[goal] ? _(missing[goal]) : _("The block has ended"));
}

static void say_stop(const struct microscope_screen *screen)
{
    struct shell *shell = screen->shell;
    enum vgpu_step_stop stop = screen->view->step.stop;
    static const char *const reasons[] = {
        [VGPU_STEP_AT_LIMIT] = N_("The block is too long to be stepped through further"),
    };
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *fault = screen->view->step.fault;
    if (stop == VGPU_STEP_ENDED && *fault)
        shell_say(shell, STYLE_BAD, _("Ended: %s"), told_local(arena, fault));
    else if (stop == VGPU_STEP_ENDED)
        say_end(shell, &screen->wish);
    else if (reasons[stop])
        shell_say(shell, STYLE_WARNING, "%s", _(reasons[stop]));
}

void microscope_take(struct microscope_screen *screen, struct microscope_view *view)
{
    if (screen->ptx_text != view->ptx) {
        screen->ptx_text = view->ptx;
        split_ptx(screen, view->ptx);
    }
    screen->lane = lane_of_interest(screen, &view->step);
    follow_variable(screen, view);
    if (screen->view)
        arena_free(screen->view->arena);
    screen->view = view;
    if (view->step.line > 0)
        screen->line = view->step.line;
    if (view->step.ptx_line > 0)
        screen->ptx_line = view->step.ptx_line;
    say_stop(screen);
}

static void changed(struct shell *shell, void *state, enum screen_change change)
{
    struct microscope_screen *screen = state;
    struct microscope_view *view;
    struct error error;
    if (change == SCREEN_SHOWN)
        shell->microscope = screen->microscope;
    if (change != SCREEN_STEPPED || !shell->microscope || !microscope_poll(shell->microscope, &view, &error))
        return;
    screen->error = error;
    if (view)
        microscope_take(screen, view);
    if (error.code != ERROR_NONE && screen->view)
        shell_say_error(shell, &error);
}

/* --- drawing ---------------------------------------------------------------------------------- */

enum place_detail { PLACE_WHOLE, PLACE_WITHOUT_CASE, PLACE_SHORT, PLACE_BRIEF, PLACE_DETAILS };

static void append_launch(const struct stepping_view *view, bool is_short, struct buffer *out)
{
    if (is_short && view->device_count > 1) {
        buffer_printf(out, _("device %u  "), view->device);
    } else if (!is_short && (view->launch > 0 || view->device_count > 1)) {
        buffer_printf(out, _("launch %u"), view->launch + 1);
        buffer_printf(out, " %.24s", view->kernel);
        if (view->device_count > 1)
            buffer_printf(out, _(" on device %u"), view->device);
        buffer_append_text(out, "  ");
    }
}

static void append_place(const struct microscope_screen *screen, enum place_detail detail, struct buffer *out)
{
    const struct stepping_view *view = &screen->view->step;
    unsigned long long executed = view->executed;
    if (detail == PLACE_BRIEF) {
        buffer_printf(out, "w%u #%llu", view->warp, executed);
        return;
    }
    append_launch(view, detail == PLACE_SHORT, out);
    if (detail == PLACE_SHORT)
        buffer_printf(out, _("warp %u of %u  step %llu"), view->warp, view->warp_count, executed);
    else
        buffer_printf(out, _("block (%u,%u,%u)  warp %u of %u  step %llu"), view->block[0], view->block[1],
                      view->block[2], view->warp, view->warp_count, executed);
    if (view->line > 0)
        buffer_printf(out, _("  line %d"), view->line);
    if (detail == PLACE_WHOLE)
        buffer_printf(out, "  %s", screen->view->case_name);
}

/* Where the warp is, with as many details as fit beside the name. */
static void status(struct shell *shell, void *state, struct rect line)
{
    const struct microscope_screen *screen = state;
    struct canvas *canvas = shell->canvas;
    int end = line.x + line.width, name = line.width >= 60 ? 24 : line.width / 2;
    int x = line.x + canvas_cut(canvas, line.x, line.y, name, STYLE_BAR, screen->title) + 2;
    if (shell->microscope && microscope_is_busy(shell->microscope))
        x += canvas_mark(canvas, x, line.y, STYLE_WARNING, MARK_WORKING) + 1;
    if (!screen->view)
        return;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (int detail = 0; detail < PLACE_DETAILS && (detail == 0 || text_width(buffer_text(&text)) > end - x);
         detail++) {
        buffer_clear(&text);
        append_place(screen, (enum place_detail)detail, &text);
    }
    canvas_cut(canvas, x, line.y, end - x, STYLE_NORMAL, buffer_text(&text));
}

/* Registers are shown for all lanes. What does not compile has no steps. */
static const char *label(const void *state, enum action action)
{
    const struct microscope_screen *screen = state;
    bool shows_variables = microscope_shows_variables(screen);
    bool has_failed = !screen->view && screen->error.code != ERROR_NONE;
    if (has_failed && action != ACTION_BACK && shell_find_handler(microscope_handlers, action))
        return "";
    if (action == ACTION_VARIABLES && shows_variables)
        return N_("timed program");
    return action == ACTION_NEXT_LANE && !shows_variables ? "" : NULL;
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    microscope_draw(shell, state, area);
}

/* --- registers -------------------------------------------------------------------------------- */

/*
 * The register that the last instruction names first: its result or address. At the start, the next
 * instruction's.
 */
static const char *named_last(const struct stepping_view *view, size_t *out_length)
{
    const char *text = view->previous[0] ? view->previous : view->instruction;
    if (*text == '@') /* the guard does not count */
        text += strcspn(text, " ");
    const char *at = strchr(text, '%');
    *out_length = at ? strspn(at + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") + 1 : 0;
    return at;
}

int microscope_chosen_register(const struct microscope_screen *screen)
{
    const struct stepping_view *view = &screen->view->step;
    size_t length = strlen(screen->chosen);
    const char *name = length ? screen->chosen : named_last(view, &length);
    for (uint32_t i = 0; name && i < view->register_count; i++)
        if (strlen(screen->view->registers[i].name) == length &&
            memcmp(screen->view->registers[i].name, name, length) == 0)
            return (int)i;
    return view->register_count ? 0 : -1;
}

/* --- variables -------------------------------------------------------------------------------- */

/*
 * The chosen one if it is in scope, else the first that the last step changed. If it changed none,
 * the one that was shown before, else the first.
 */
int microscope_chosen_variable(const struct microscope_screen *screen)
{
    const struct microscope_view *view = screen->view;
    int count = (int)view->step.variable_count, changed = -1, followed = 0;
    for (int i = 0; i < count; i++) {
        const struct stepping_variable *variable = &view->variables[i];
        if (variable->depth)
            continue;
        if (strcmp(variable->name, screen->chosen_variable) == 0)
            return i;
        if (changed < 0 && variable->changed)
            changed = i;
        if (strcmp(variable->name, screen->followed) == 0)
            followed = i;
    }
    return changed >= 0 ? changed : count ? followed : -1;
}

static void place(const void *state, struct place *out_place)
{
    const struct microscope_screen *screen = state;
    *out_place = (struct place){.screen = SCREEN_MICROSCOPE,
                                .exercise = screen->exercise,
                                .lesson = screen->lesson,
                                .step = screen->step,
                                .scroll = screen->point};
}

const struct screen_class screen_microscope = {
    .context = CONTEXT_MICROSCOPE,
    .state_bytes = sizeof(struct microscope_screen),
    .open = open_microscope,
    .close = close_microscope,
    .status = status,
    .draw = draw,
    .click = microscope_click,
    .changed = changed,
    .place = place,
    .label = label,
    .handlers = microscope_handlers,
};
