/* The stack of screens and its start. */
#include "tui/shell/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/told.h"
#include "tui/shell/checking.h"

#define SCREEN(id, name) extern const struct screen_class screen_##name;
#include "tui/shell/screens.def"

static const struct {
    const char *name;
    const struct screen_class *class;
} screens[SCREEN_COUNT] = {
#define SCREEN(id, name) [SCREEN_##id] = {#name, &screen_##name},
#include "tui/shell/screens.def"
};

enum { KEYS_BYTES_MAX = 1 << 16 };

const struct screen_class *screen_class(enum screen_id id)
{
    return screens[id].class;
}

const char *screen_name(enum screen_id id)
{
    return screens[id].name;
}

/* *out_before: the arena of the previous overview. Screens can still point into it. */
static bool load_overview(struct shell *shell, struct arena **out_before, struct error *error)
{
    struct arena *arena = arena_new();
    struct overview overview;
    if (!overview_make(shell->app, arena, &overview, error)) {
        arena_free(arena);
        return false;
    }
    *out_before = shell->overview_arena;
    shell->overview_arena = arena;
    shell->overview = overview;
    if (!progress_get_statistics(shell->app->store, NULL, &shell->figures, NULL))
        shell->figures = (struct progress_statistics){0};
    if (!store_list_notes(shell->app->store, arena, &shell->notes, &shell->note_count, NULL))
        shell->note_count = 0;
    return true;
}

/*
 * Loads the learner's own keys, if there is such a file. Reports the first mistake and ignores its
 * line. A zero byte is one, and does not hide the lines after it.
 */
static void load_keys(struct shell *shell)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer problems = BUFFER_INIT;
    shell->keymap = keymap_new();
    const char *path = path_join(shell->frame, shell->app->folders.config, "keys");
    struct error error = {0};
    if (!file_read(path, KEYS_BYTES_MAX, &text, &error)) {
        if (error.code != ERROR_NOT_FOUND)
            shell_say_error(shell, &error);
        return;
    }
    for (char *zero; (zero = memchr(text.data, '\0', text.size_bytes));)
        *zero = '?';
    keymap_configure(shell->keymap, buffer_text(&text), &problems);
    size_t first = strcspn(buffer_text(&problems), "\n");
    if (first > 0)
        shell_say(shell, STYLE_WARNING, "%.*s", (int)first, buffer_text(&problems));
}

struct shell *shell_new(struct app *app, struct canvas *canvas, struct error *error)
{
    struct shell *shell = calloc(1, sizeof *shell);
    if (!shell)
        abort();
    shell->app = app;
    shell->canvas = canvas;
    shell->frame = arena_new();
    shell->redraw_whole = true;
    shell->now_ns = clock_monotonic_ns();
    load_keys(shell);
    struct arena *none;
    if (load_overview(shell, &none, error))
        return shell;
    shell_free(shell);
    return NULL;
}

static void pop(struct shell *shell)
{
    attention_keep(shell);
    struct screen *screen = &shell->screens[--shell->screen_count];
    shell->left = (struct place){0};
    if (screen->class->place)
        screen->class->place(screen->state, &shell->left);
    if (screen->class->close)
        screen->class->close(screen->state);
    free(screen->state);
}

void shell_free(struct shell *shell)
{
    if (!shell)
        return;
    while (shell->screen_count > 0)
        pop(shell);
    prompt_done(&shell->prompt);
    open_exercise_close(&shell->open);
    microscope_free(shell->microscope);
    lab_runner_free(shell->labs);
    checkup_free(shell->checkup);
    full_check_free(shell->full_check);
    grading_free(shell->grading);
    arena_free(shell->overview_arena);
    arena_free(shell->frame);
    keymap_free(shell->keymap);
    free(shell);
}

struct screen *shell_top(struct shell *shell)
{
    return &shell->screens[shell->screen_count - 1];
}

void shell_say(struct shell *shell, enum style style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(shell->message, sizeof shell->message, format, arguments);
    va_end(arguments);
    shell->message_style = style;
}

void shell_say_error(struct shell *shell, const struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *message = told_local(arena, error->message);
    shell_say(shell, STYLE_BAD, "%s%s%s", message, error->hint[0] ? ": " : "", error->hint);
}

struct lab_runner *shell_labs(struct shell *shell)
{
    struct error error = {0};
    if (!shell->labs && shell->grading && !(shell->labs = lab_runner_new(shell->app, &error)))
        shell_say_error(shell, &error);
    return shell->labs;
}

static void remove_below(struct shell *shell, int index)
{
    struct screen *screen = &shell->screens[index];
    if (screen->class->close)
        screen->class->close(screen->state);
    free(screen->state);
    shell->screen_count--;
    memmove(screen, screen + 1, (size_t)(shell->screen_count - index) * sizeof *screen);
}

void shell_remove_below(struct shell *shell, enum screen_id id)
{
    for (int i = shell->screen_count - 2; i > 0; i--)
        if (shell->screens[i].id == id)
            remove_below(shell, i);
}

/* A full stack loses the screen above the home screen: nobody goes back eight times. */
static void make_room(struct shell *shell)
{
    if (shell->screen_count == SCREENS_MAX)
        remove_below(shell, 1);
}

static bool push(struct shell *shell, const struct place *place)
{
    attention_keep(shell);
    bool is_pool = place->lesson && place->lesson->kind == LESSON_ASSESSMENT && place->screen == SCREEN_LESSON;
    /* a pool opens as an assessment */
    enum screen_id id = is_pool ? SCREEN_ASSESSMENT : place->screen;
    const struct screen_class *class = screen_class(id);
    struct screen screen = {.class = class, .id = id, .state = calloc(1, class->state_bytes)};
    if (!screen.state)
        abort();
    struct error error = {0};
    if (!class->open(shell, screen.state, place, &error)) {
        if (class->close)
            class->close(screen.state);
        free(screen.state);
        shell_say_error(shell, &error);
        return false;
    }
    make_room(shell);
    shell->screens[shell->screen_count++] = screen;
    return true;
}

void shell_open(struct shell *shell, const struct place *place)
{
    if (push(shell, place))
        place_save(shell);
}

void shell_replace(struct shell *shell, const struct place *place)
{
    if (!push(shell, place))
        return;
    if (shell->screen_count > 2) {
        struct screen below = shell->screens[shell->screen_count - 2];
        shell->screens[shell->screen_count - 2] = shell->screens[shell->screen_count - 1];
        shell->screens[shell->screen_count - 1] = below;
        pop(shell);
    }
    place_save(shell);
}

static void notify(struct shell *shell, struct screen *screen, enum screen_change change)
{
    if (screen->class->changed)
        screen->class->changed(shell, screen->state, change);
}

void shell_notify(struct shell *shell, enum screen_change change)
{
    for (int i = 0; i < shell->screen_count; i++)
        notify(shell, &shell->screens[i], change);
}

void shell_back(struct shell *shell)
{
    if (shell->screen_count <= 1)
        return;
    pop(shell);
    notify(shell, shell_top(shell), SCREEN_SHOWN);
    place_save(shell);
}

void shell_act_back(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_back(shell);
}

enum mark shell_exercise_mark(enum exercise_state state, enum style *out_style)
{
    static const struct {
        enum mark mark;
        enum style style;
    } looks[] = {
        [EXERCISE_NEW] = {MARK_OPEN, STYLE_DIM},
        [EXERCISE_TRIED] = {MARK_PARTLY, STYLE_WARNING},
        [EXERCISE_PASSED] = {MARK_PASSED, STYLE_GOOD},
        [EXERCISE_PARKED] = {MARK_PARKED, STYLE_DIM},
    };
    *out_style = looks[state].style;
    return looks[state].mark;
}

void shell_go_home(struct shell *shell)
{
    while (shell->screen_count > 1)
        pop(shell);
    notify(shell, shell_top(shell), SCREEN_SHOWN);
    place_save(shell);
}

void shell_refresh(struct shell *shell)
{
    struct error error = {0};
    struct arena *before = NULL;
    if (!load_overview(shell, &before, &error))
        shell_say_error(shell, &error);
    shell_notify(shell, SCREEN_OVERVIEW);
    arena_free(before);
}

/* Finds a lesson or an exercise by the name that the learner typed. */
static bool place_of_name(struct shell *shell, const char *name, struct place *out_place)
{
    struct error error = {0};
    const struct lesson *lesson;
    const struct exercise *exercise;
    if (!app_find_subject(shell->app, name, &lesson, &exercise, &error)) {
        shell_say_error(shell, &error);
        return false;
    }
    *out_place = lesson ? (struct place){.screen = SCREEN_LESSON, .lesson = lesson, .step = -1}
                        : (struct place){.screen = SCREEN_EXERCISE, .exercise = exercise};
    return true;
}

/*
 * A running assessment continues after a restart, and Esc returns to it. A learner who started it
 * from a command line sees no welcome.
 */
static void resume_assessment(struct shell *shell, struct place *place)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment assessment;
    bool runs = false;
    if (!assessment_look(shell->app, NULL, arena, &runs, &assessment, NULL) || !runs)
        return;
    shell->clock_runs = true;
    shell->clock_end_ns = shell->now_ns + assessment.remaining_ns;
    struct place sitting = {.screen = SCREEN_ASSESSMENT, .lesson = assessment.pool};
    if (assessment.pool && place->screen == SCREEN_WELCOME)
        *place = sitting;
    else if (assessment.pool && place->screen != SCREEN_ASSESSMENT)
        push(shell, &sitting);
}

static void offer_screens(struct shell *shell)
{
    for (int id = 0; id < SCREEN_COUNT; id++)
        if (screens[id].class->offer)
            screens[id].class->offer(shell, true);
}

void shell_start(struct shell *shell, const char *open)
{
    struct place home = {.screen = SCREEN_HOME};
    push(shell, &home);
    struct place place;
    bool found = open ? place_of_name(shell, open, &place) : place_restore(shell, &place);
    if (!found)
        place = home;
    if (!open || found)
        resume_assessment(shell, &place);
    if (place.screen != SCREEN_HOME)
        push(shell, &place);
    if (!open && place.screen != SCREEN_WELCOME)
        offer_screens(shell);
    if (shell->app->setting_warning.code != ERROR_NONE)
        shell_say_error(shell, &shell->app->setting_warning);
    if (shell->app->store_warning.code != ERROR_NONE)
        shell_say_error(shell, &shell->app->store_warning);
}

bool shell_open_assessment(struct shell *shell)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct assessment assessment;
    bool runs = false, found = false;
    if (!assessment_look(shell->app, NULL, arena, &runs, &assessment, NULL))
        return false;
    if (!runs && (!assessment_last(shell->app, NULL, arena, &found, &assessment, NULL) || !found))
        return false;
    if (!assessment.pool)
        return false;
    shell_open(shell, &(struct place){.screen = SCREEN_ASSESSMENT, .lesson = assessment.pool});
    return true;
}

/* The result comes by itself. A learner at a kernel would otherwise go on for nothing. */
static bool end_assessment_in_time(struct shell *shell)
{
    if (!shell->clock_runs || shell->now_ns < shell->clock_end_ns || shell_top(shell)->id == SCREEN_ASSESSMENT)
        return false;
    shell->clock_runs = false;
    if (shell_open_assessment(shell) && !shell->clock_runs)
        shell_say(shell, STYLE_WARNING, "%s", _("The time is up, and the assessment has ended"));
    return true;
}

/* A second shell or a command can pass exercises, too. */
static bool take_progress_made_elsewhere(struct shell *shell)
{
    bool changed = store_was_changed_elsewhere(shell->app->store);
    if (!changed)
        return false;
    shell_refresh(shell);
    open_exercise_follow(shell);
    return true;
}

bool shell_take_events(struct shell *shell)
{
    bool changed = end_assessment_in_time(shell);
    changed = take_progress_made_elsewhere(shell) || changed;
    struct grading_event event;
    while (shell->grading && grading_poll(shell->grading, &event))
        changed = open_exercise_take_event(shell, &event) || changed;
    return checking_take(shell) || changed;
}

const struct overview_exercise *shell_overview_exercise(const struct shell *shell, const struct exercise *exercise)
{
    for (size_t i = 0; i < shell->overview.exercise_count; i++)
        if (shell->overview.exercises[i].exercise == exercise)
            return &shell->overview.exercises[i];
    return NULL;
}

const struct overview_lesson *shell_overview_lesson(const struct shell *shell, const struct lesson *lesson)
{
    for (size_t i = 0; i < shell->overview.lesson_count; i++)
        if (shell->overview.lessons[i].lesson == lesson)
            return &shell->overview.lessons[i];
    return NULL;
}

const char *shell_exercise_title(const struct exercise *exercise)
{
    if (exercise->title && *exercise->title)
        return exercise->title;
    return exercise->lesson ? exercise->lesson->title : exercise->id;
}
