/* The glossary: first the terms on the screen that was shown before, then all. */
#include <stdlib.h>

#include "base/i18n.h"
#include "tui/screens/search/search_hit.h"
#include "tui/shell/words.h"

enum { LIST_COLUMNS = 28, PAGE_COLUMNS = 84, DEFINITION_ROWS_LEAST = 6 };

/* A row is a term or, without one, a heading. */
struct glossary_row {
    const struct glossary_term *term;
    const char *heading;
    const char *at; /* where the previous screen names it */
};

struct glossary_screen {
    struct arena *arena;
    struct glossary_row *rows;
    int count, selected, height;
    struct scroller_list list;
};

static int compare_places(const void *left, const void *right)
{
    const struct glossary_row *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void add_heading(struct glossary_screen *screen, const char *words)
{
    screen->rows[screen->count++] = (struct glossary_row){.heading = words};
}

static void add_shown(struct shell *shell, struct glossary_screen *screen, const struct glossary *glossary)
{
    const char *text = words_on_screen(shell, screen->arena);
    int first = screen->count + 1;
    add_heading(screen, N_("On this screen"));
    for (size_t i = 0; i < glossary->count; i++) {
        const char *at = glossary_find_in(&glossary->terms[i], text);
        if (at)
            screen->rows[screen->count++] = (struct glossary_row){.term = &glossary->terms[i], .at = at};
    }
    if (screen->count == first)
        screen->count = first - 1;
    else
        qsort(&screen->rows[first], (size_t)(screen->count - first), sizeof screen->rows[0], compare_places);
}

static bool open_glossary(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct glossary_screen *screen = state;
    const struct glossary *glossary = app_glossary(shell->app);
    screen->arena = arena_new();
    if (glossary->count == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s", _("this course has no glossary"));
    screen->rows = ARENA_ARRAY(screen->arena, 2 * glossary->count + 2, struct glossary_row);
    const struct glossary_term *wanted = place->word ? glossary_find(glossary, place->word) : NULL;
    if (!wanted)
        add_shown(shell, screen, glossary);
    add_heading(screen, N_("All terms"));
    screen->selected = 1;
    for (size_t i = 0; i < glossary->count; i++) {
        if (&glossary->terms[i] == wanted)
            screen->selected = screen->count;
        screen->rows[screen->count++] = (struct glossary_row){.term = &glossary->terms[i]};
    }
    return true;
}

static void close_glossary(void *state)
{
    struct glossary_screen *screen = state;
    arena_free(screen->arena);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, _("Glossary"));
}

static void draw_list(struct shell *shell, struct glossary_screen *screen, struct rect area)
{
    screen->height = area.height;
    shell->list_area = area;
    int first = scroller_list_first(&screen->list, screen->selected, screen->count, area.height);
    if (first == 1 && screen->selected < area.height)
        first = screen->list.first = 0; /* with its heading */
    for (int i = 0; i < area.height && first + i < screen->count; i++) {
        const struct glossary_row *row = &screen->rows[first + i];
        struct rect line = {area.x, area.y + i, area.width, 1};
        if (row->heading)
            canvas_cut(shell->canvas, line.x + 1, line.y, line.width - 2, STYLE_DIM, _(row->heading));
        else
            canvas_cut(shell->canvas, line.x + 3, line.y, line.width - 4, STYLE_NORMAL, row->term->name);
        if (first + i == screen->selected)
            canvas_select(shell->canvas, line);
    }
}

static void draw_term(struct shell *shell, const struct glossary_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    int columns = area.width < PAGE_COLUMNS ? area.width : PAGE_COLUMNS;
    page_init(&page, shell->frame, columns, canvas_is_ascii(shell->canvas));
    search_hit_add_term(shell, screen->rows[screen->selected].term, &page);
    page_draw(&page, shell->canvas, area, 0);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct glossary_screen *screen = state;
    if (!shell_has_panes(shell, area.width)) {
        int below = area.height > 2 * DEFINITION_ROWS_LEAST ? area.height / 2 : area.height - 1;
        draw_list(shell, screen, (struct rect){area.x, area.y, area.width, area.height - below});
        draw_term(shell, screen, (struct rect){area.x + 1, area.y + area.height - below, area.width - 2, below});
        return;
    }
    draw_list(shell, screen, (struct rect){area.x, area.y, LIST_COLUMNS, area.height});
    for (int y = area.y; y < area.y + area.height; y++)
        canvas_mark(shell->canvas, LIST_COLUMNS, y, STYLE_DIM, MARK_WALL);
    int x = LIST_COLUMNS + 2;
    draw_term(shell, screen, (struct rect){x, area.y, area.width - x - 1, area.height});
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct glossary_screen *screen = state;
    int page = screen->height > 1 ? screen->height - 1 : 1, last = screen->count - 1;
    bool is_up = action == ACTION_UP || action == ACTION_PAGE_UP || action == ACTION_TOP;
    (void)shell;
    int to = action == ACTION_UP          ? screen->selected - 1
             : action == ACTION_DOWN      ? screen->selected + 1
             : action == ACTION_PAGE_UP   ? screen->selected - page
             : action == ACTION_PAGE_DOWN ? screen->selected + page
             : action == ACTION_TOP       ? 1
                                          : last;
    to = to < 1 ? 1 : to > last ? last : to;
    if (screen->rows[to].heading) /* a heading is never marked */
        to += is_up ? -1 : 1;
    screen->selected = to;
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    const struct glossary_screen *screen = state;
    const char *see = screen->rows[screen->selected].term->see;
    const struct lesson *lesson = see ? curriculum_find_lesson(shell->app->curriculum, see) : NULL;
    struct place place = {.screen = SCREEN_LESSON, .lesson = lesson, .step = -1};
    (void)action;
    if (lesson)
        shell_open(shell, &place);
    else
        shell_say(shell, STYLE_DIM, "%s", _("No lesson is about this term alone"));
}

static void place(const void *state, struct place *out_place)
{
    (void)state;
    *out_place = (struct place){.screen = SCREEN_GLOSSARY};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open}, {ACTION_BACK, shell_act_back}, {ACTION_UP, act_move},
    {ACTION_DOWN, act_move}, {ACTION_PAGE_UP, act_move},    {ACTION_PAGE_DOWN, act_move},
    {ACTION_TOP, act_move},  {ACTION_BOTTOM, act_move},     {ACTION_NONE, NULL},
};

const struct screen_class screen_glossary = {
    .context = CONTEXT_GLOSSARY,
    .state_bytes = sizeof(struct glossary_screen),
    .open = open_glossary,
    .close = close_glossary,
    .status = status,
    .draw = draw,
    .place = place,
    .handlers = handlers,
};
