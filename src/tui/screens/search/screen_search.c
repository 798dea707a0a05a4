/* Full-text search: the hits while the words are typed, and what is around the marked one. */
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "tui/screens/search/search_hit.h"

enum {
    TITLE_COLUMNS = 36,
    TITLE_COLUMNS_MOST = 50,
    WORDS_FROM_COLUMNS = 70,
    KIND_COLUMNS = 10,
    DETAIL_ROWS = 6,
    DETAIL_ROWS_LEAST = 14,
    PAGE_COLUMNS = 100
};

struct search_screen {
    struct arena *arena; /* of the hits */
    char words[TYPED_BYTES_MAX + 8];
    struct search_hit *hits;
    size_t count;
    const char *nearest; /* words that have hits, if these have none; NULL: none are near */
    int selected, height;
    struct scroller_list list;
};

static void find(struct shell *shell, struct search_screen *screen)
{
    arena_free(screen->arena);
    screen->arena = arena_new();
    screen->hits = ARENA_ARRAY(screen->arena, SEARCH_HITS_MAX, struct search_hit);
    screen->count = search_find(shell->app, screen->words, screen->arena, screen->hits);
    screen->selected = screen->list.first = 0;
    screen->nearest = screen->count == 0 ? search_nearest(shell->app, screen->words, screen->arena) : NULL;
}

static void find_nearest(struct shell *shell, struct search_screen *screen)
{
    snprintf(screen->words, sizeof screen->words, "%s", screen->nearest);
    find(shell, screen);
}

static void open_hit(struct shell *shell, struct search_screen *screen)
{
    if (screen->count == 0)
        return;
    const struct search_hit *hit = &screen->hits[screen->selected];
    struct place place = {.screen = SCREEN_LESSON, .lesson = hit->lesson, .step = -1};
    if (hit->kind == SEARCH_TERM)
        place = (struct place){.screen = SCREEN_GLOSSARY, .word = hit->term->term};
    else if (hit->exercise)
        place = (struct place){.screen = SCREEN_EXERCISE, .exercise = hit->exercise, .line = hit->line};
    else if (hit->kind != SEARCH_LESSON)
        place.step = hit->step;
    shell_open(shell, &place);
}

static void take_words(struct shell *shell, const char *text, bool done)
{
    struct screen *top = shell_top(shell);
    struct search_screen *screen = top->state;
    if (top->id != SCREEN_SEARCH)
        return;
    if (strcmp(screen->words, text) != 0) {
        snprintf(screen->words, sizeof screen->words, "%s", text);
        find(shell, screen);
    }
    if (done && screen->nearest)
        find_nearest(shell, screen);
    else if (done && screen->count == 0)
        prompt_again(shell);
    else if (done)
        open_hit(shell, screen);
    else if (!*text && shell->prompt.kind == PROMPT_NONE) /* Esc before a word was typed */
        shell_back(shell);
}

static bool open_search(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct search_screen *screen = state;
    (void)place, (void)error;
    find(shell, screen);
    return true;
}

static void close_search(void *state)
{
    struct search_screen *screen = state;
    arena_free(screen->arena);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct search_screen *screen = state;
    int x = line.x + canvas_text(shell->canvas, line.x, line.y, STYLE_BAR, _("Search")) + 2;
    if (*screen->words && screen->count == SEARCH_HITS_MAX)
        canvas_printf(shell->canvas, x, line.y, STYLE_DIM, _("the first %zu hits"), screen->count);
    else if (*screen->words)
        canvas_printf(shell->canvas, x, line.y, STYLE_DIM, ngettext("%zu hit", "%zu hits", screen->count),
                      screen->count);
}

static void draw_hit(struct shell *shell, const struct search_screen *screen, int index, struct rect line)
{
    const struct search_hit *hit = &screen->hits[index];
    struct canvas *canvas = shell->canvas;
    int x = line.x + 1, end = line.x + line.width;
    if (line.width >= 60) {
        canvas_cut(canvas, x, line.y, KIND_COLUMNS - 1, STYLE_DIM, search_hit_kind(hit, shell->frame));
        x += KIND_COLUMNS;
    }
    int third = line.width / 3, most = third < TITLE_COLUMNS_MOST ? third : TITLE_COLUMNS_MOST;
    int beside = most > TITLE_COLUMNS ? most : TITLE_COLUMNS;
    int title = line.width >= WORDS_FROM_COLUMNS ? beside : end - x - 1;
    canvas_cut(canvas, x, line.y, title - 1, hit->kind == SEARCH_EXERCISE ? STYLE_CODE : STYLE_NORMAL,
               search_hit_title(hit, shell->frame));
    x += title;
    if (end - x > 8)
        x += canvas_cut(canvas, x, line.y, end - x - 1, hit->kind == SEARCH_NOTE ? STYLE_ACCENT : STYLE_DIM,
                        search_hit_words(hit));
    if (search_hit_has_source(hit) && end - x > 12) { /* code is not part of the words */
        x += 1 + canvas_mark(canvas, x + 1, line.y, STYLE_DIM, MARK_WALL);
        canvas_cut(canvas, x + 1, line.y, end - x - 2, STYLE_CODE, hit->source);
    }
    if (index == screen->selected)
        canvas_select(canvas, line);
}

static void draw_detail(struct shell *shell, const struct search_screen *screen, struct rect area)
{
    const struct search_hit *hit = &screen->hits[screen->selected];
    CLEANUP(page_done) struct page page = {0};
    canvas_repeat(shell->canvas, area.x, area.y, area.width, STYLE_DIM, MARK_RULE);
    int columns = area.width - 2 < PAGE_COLUMNS ? area.width - 2 : PAGE_COLUMNS;
    page_init(&page, shell->frame, columns, canvas_is_ascii(shell->canvas));
    page_text(&page, STYLE_STRONG, search_hit_title(hit, shell->frame));
    page_end(&page);
    page_text(&page, STYLE_NORMAL, search_hit_words(hit));
    page_end(&page);
    if (search_hit_has_source(hit)) {
        page_text(&page, STYLE_CODE, hit->source);
        page_end(&page);
    }
    page_draw(&page, shell->canvas, (struct rect){area.x + 1, area.y + 1, area.width - 2, area.height - 1}, 0);
}

static void draw_none(struct shell *shell, const struct search_screen *screen, struct rect area)
{
    struct rect text = {area.x + 1, area.y, area.width - 2, area.height};
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, shell->frame, text.width, canvas_is_ascii(shell->canvas));
    page_text(&page, STYLE_DIM,
              *screen->words ? _("No text has these words.")
                             : _("Type words of a lesson, a task, a hint, the glossary or a note."));
    page_end(&page);
    if (screen->nearest)
        page_text(&page, STYLE_NORMAL,
                  arena_printf(shell->frame, _("Did you mean '%s'? Enter searches for it."), screen->nearest));
    page_end(&page);
    page_draw(&page, shell->canvas, text, 0);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct search_screen *screen = state;
    if (screen->count == 0) {
        draw_none(shell, screen, area);
        return;
    }
    bool has_detail = area.height >= DETAIL_ROWS_LEAST;
    struct rect list = {area.x, area.y, area.width, area.height - (has_detail ? DETAIL_ROWS : 0)};
    screen->height = list.height;
    int first = scroller_list_first(&screen->list, screen->selected, (int)screen->count, list.height);
    for (int i = 0; i < list.height && first + i < (int)screen->count; i++)
        draw_hit(shell, screen, first + i, (struct rect){list.x, list.y + i, list.width, 1});
    if (has_detail)
        draw_detail(shell, screen, (struct rect){area.x, area.y + list.height, area.width, DETAIL_ROWS});
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct search_screen *screen = state;
    int page = screen->height > 1 ? screen->height - 1 : 1, last = (int)screen->count - 1;
    (void)shell;
    int to = action == ACTION_UP          ? screen->selected - 1
             : action == ACTION_DOWN      ? screen->selected + 1
             : action == ACTION_PAGE_UP   ? screen->selected - page
             : action == ACTION_PAGE_DOWN ? screen->selected + page
             : action == ACTION_TOP       ? 0
                                          : last;
    to = to > last ? last : to;
    screen->selected = to < 0 ? 0 : to;
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    struct search_screen *screen = state;
    (void)action;
    if (screen->nearest)
        find_nearest(shell, screen);
    else
        open_hit(shell, screen);
}

static void act_search(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    prompt_text(shell, "/", true, take_words);
}

static void place(const void *state, struct place *out_place)
{
    (void)state;
    *out_place = (struct place){.screen = SCREEN_SEARCH};
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},   {ACTION_SEARCH, act_search}, {ACTION_BACK, shell_act_back}, {ACTION_UP, act_move},
    {ACTION_DOWN, act_move},   {ACTION_PAGE_UP, act_move},  {ACTION_PAGE_DOWN, act_move},  {ACTION_TOP, act_move},
    {ACTION_BOTTOM, act_move}, {ACTION_NONE, NULL},
};

const struct screen_class screen_search = {
    .context = CONTEXT_SEARCH,
    .state_bytes = sizeof(struct search_screen),
    .open = open_search,
    .close = close_search,
    .status = status,
    .draw = draw,
    .place = place,
    .handlers = handlers,
};
