/* Finds and draws the rows of the palette. */
#include "tui/shell/palette.h"

#include <string.h>
#include <strings.h>

#include "base/diagnostics.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/shell/shell.h"

enum { ROWS_MAX = 14, NAME_COLUMNS = 18, BOX_COLUMNS_MAX = 100, BOX_ROWS_LEAST = 10, HELP_COLUMNS_LEAST = 7 };

struct collection {
    const struct shell *shell;
    struct palette_item *items;
    size_t count, capacity;
};

static bool has_action(const struct collection *collection, enum action action)
{
    for (size_t i = 0; i < collection->count; i++)
        if (collection->items[i].action == action)
            return true;
    return false;
}

static void add_action(struct collection *collection, enum action action)
{
    if (collection->count < collection->capacity && shell_can_act(collection->shell, action) &&
        !has_action(collection, action))
        collection->items[collection->count++] = (struct palette_item){.action = action};
}

/* The keys of the footer, in its order. They are the commands that this screen is for. */
static void add_main_actions(struct collection *collection)
{
    enum context context = collection->shell->screens[collection->shell->screen_count - 1].class->context;
    for (int rank = 1; rank < KEYMAP_RANK_FIXED; rank++)
        for (size_t i = 0; i < keymap_binding_count(); i++) {
            const struct binding *binding = keymap_binding(collection->shell->keymap, i);
            bool is_here = binding->context == context || binding->context == CONTEXT_GLOBAL;
            if (is_here && binding->rank == rank && *frame_label(collection->shell, binding))
                add_action(collection, binding->action);
        }
}

static bool fits_action(enum action action, const char *typed, int pass)
{
    const char *name = action_name(action);
    if (pass == 0)
        return strncasecmp(name, typed, strlen(typed)) == 0;
    return strcasestr(pass == 1 ? name : action_help(action), typed) != NULL;
}

/* Names that begin with the text, names that contain it, then effects that contain it. */
static void add_actions(struct collection *collection, const char *typed)
{
    for (int pass = 0; pass < 3; pass++)
        for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
            if (i != ACTION_QUIT && fits_action((enum action)i, typed, pass))
                add_action(collection, (enum action)i);
    if (fits_action(ACTION_QUIT, typed, 1))
        add_action(collection, ACTION_QUIT);
}

static bool fits_place(const char *title, const char *id, const char *typed, int pass)
{
    size_t length = strlen(typed);
    if (strncasecmp(title, typed, length) == 0 || strncasecmp(id, typed, length) == 0)
        return pass == 0;
    return pass == 1 && (strcasestr(title, typed) || strcasestr(id, typed));
}

static void add_place(struct collection *collection, struct palette_item item)
{
    if (collection->count < collection->capacity)
        collection->items[collection->count++] = item;
}

static void add_exercise(struct collection *collection, const struct exercise *exercise, const char *typed, int pass)
{
    if (fits_place(shell_exercise_title(exercise), exercise->id, typed, pass))
        add_place(collection, (struct palette_item){.exercise = exercise});
}

/*
 * Titles and ids that begin with the text come before those that contain it. Variants come last:
 * the map has no row for them.
 */
static void add_places(struct collection *collection, const char *typed, int pass)
{
    const struct overview *overview = &collection->shell->overview;
    const struct curriculum *curriculum = collection->shell->app->curriculum;
    for (size_t i = 0; i < overview->lesson_count; i++) {
        const struct lesson *lesson = overview->lessons[i].lesson;
        if (fits_place(lesson->title, lesson->id, typed, pass))
            add_place(collection, (struct palette_item){.lesson = lesson});
    }
    for (size_t i = 0; i < overview->exercise_count; i++)
        add_exercise(collection, overview->exercises[i].exercise, typed, pass);
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (curriculum->exercises[i]->variant_of)
            add_exercise(collection, curriculum->exercises[i], typed, pass);
}

size_t palette_matches(const struct shell *shell, const char *typed, struct palette_item *out_items, size_t capacity)
{
    struct collection collection = {.shell = shell, .items = out_items, .capacity = capacity};
    if (!*typed)
        add_main_actions(&collection);
    add_actions(&collection, typed);
    for (int pass = 0; *typed && pass < 2; pass++)
        add_places(&collection, typed, pass);
    return collection.count;
}

const char *palette_nearest(const struct shell *shell, const char *typed)
{
    const struct overview *overview = &shell->overview;
    const char **names = ARENA_ARRAY(shell->frame, ACTION_COUNT + overview->exercise_count, const char *);
    size_t count = 0;
    for (int i = ACTION_NONE + 1; i < ACTION_COUNT; i++)
        if (shell_can_act(shell, (enum action)i))
            names[count++] = action_name((enum action)i);
    for (size_t i = 0; i < overview->exercise_count; i++)
        names[count++] = overview->exercises[i].exercise->id;
    return diagnostics_nearest(typed, names, count);
}

const char *palette_name(const struct palette_item *item)
{
    return item->lesson ? item->lesson->title : item->exercise ? item->exercise->id : action_name(item->action);
}

void palette_run(struct shell *shell, const struct palette_item *item)
{
    struct place place = {.screen = item->lesson ? SCREEN_LESSON : SCREEN_EXERCISE,
                          .lesson = item->lesson,
                          .step = -1,
                          .exercise = item->exercise};
    if (item->action)
        shell_act(shell, item->action);
    else
        shell_open(shell, &place);
}

static void append_key(const struct shell *shell, enum action action, struct buffer *out)
{
    enum context context = shell->screens[shell->screen_count - 1].class->context;
    const struct binding *binding = keymap_find(shell->keymap, context, action);
    if (binding)
        key_append_name(keymap_key(binding, 0), out);
}

/* The text at the right end of a row: a key, or the kind of place. */
static void append_right(const struct shell *shell, const struct palette_item *item, struct buffer *out)
{
    if (item->action)
        append_key(shell, item->action, out);
    else if (item->lesson)
        buffer_printf(out, _("lesson, week %d"), item->lesson->week);
    else
        buffer_append_text(out, _("exercise"));
}

/* The part of a row for the help: after the name, before the key. */
static struct rect help_area(const struct palette_item *item, const char *right, struct rect line)
{
    int name = text_width(palette_name(item)), x = line.x + 1 + (name < NAME_COLUMNS ? NAME_COLUMNS : name + 1);
    return (struct rect){x, line.y, line.x + line.width - text_width(right) - 2 - x, 1};
}

/* The help of the chosen row takes as many rows as it needs. */
static void build_help(struct shell *shell, const struct palette_item *item, struct rect line, struct page *page)
{
    CLEANUP(buffer_done) struct buffer right = BUFFER_INIT;
    append_right(shell, item, &right);
    int columns = help_area(item, buffer_text(&right), line).width;
    page_init(page, shell->frame, columns, canvas_is_ascii(shell->canvas));
    if (item->action && columns > HELP_COLUMNS_LEAST)
        page_text(page, STYLE_NORMAL, action_help(item->action));
    page_end(page);
}

static int item_rows(struct shell *shell, const struct palette_item *item, int columns)
{
    CLEANUP(page_done) struct page page = {0};
    build_help(shell, item, (struct rect){0, 0, columns, 1}, &page);
    return page.count > 1 ? (int)page.count : 1;
}

static void draw_item(struct shell *shell, const struct palette_item *item, struct rect lines)
{
    CLEANUP(buffer_done) struct buffer right = BUFFER_INIT;
    struct canvas *canvas = shell->canvas;
    append_right(shell, item, &right);
    struct rect help = help_area(item, buffer_text(&right), lines);
    int end = help.x + help.width + 1;
    canvas_cut(canvas, lines.x + 1, lines.y, end - lines.x - 2, STYLE_KEY, palette_name(item));
    canvas_text(canvas, end, lines.y, item->action ? STYLE_KEY : STYLE_DIM, buffer_text(&right));
    if (!item->action || help.width <= HELP_COLUMNS_LEAST)
        return;
    if (lines.height == 1) {
        canvas_cut(canvas, help.x, help.y, help.width, STYLE_NORMAL, action_help(item->action));
        return;
    }
    CLEANUP(page_done) struct page page = {0};
    build_help(shell, item, lines, &page);
    page_draw(&page, canvas, (struct rect){help.x, help.y, help.width, lines.height}, 0);
}

static void draw_border(struct canvas *canvas, struct rect box)
{
    int right = box.x + box.width - 1, bottom = box.y + box.height - 1;
    canvas_repeat(canvas, box.x, box.y, box.width, STYLE_ACCENT, MARK_RULE);
    canvas_repeat(canvas, box.x, bottom, box.width, STYLE_ACCENT, MARK_RULE);
    for (int y = box.y + 1; y < bottom; y++) {
        canvas_mark(canvas, box.x, y, STYLE_ACCENT, MARK_WALL);
        canvas_mark(canvas, right, y, STYLE_ACCENT, MARK_WALL);
    }
    canvas_mark(canvas, box.x, box.y, STYLE_ACCENT, MARK_TOP_LEFT);
    canvas_mark(canvas, right, box.y, STYLE_ACCENT, MARK_TOP_RIGHT);
    canvas_mark(canvas, box.x, bottom, STYLE_ACCENT, MARK_BOTTOM_LEFT);
    canvas_mark(canvas, right, bottom, STYLE_ACCENT, MARK_BOTTOM_RIGHT);
    canvas_cut(canvas, box.x + 2, box.y, box.width - 4, STYLE_TITLE, _(" Commands, lessons, exercises "));
}

static void clear(struct canvas *canvas, struct rect area)
{
    for (int y = area.y; y < area.y + area.height; y++)
        for (int x = area.x; x < area.x + area.width; x++)
            canvas_text(canvas, x, y, STYLE_NORMAL, " ");
}

struct shown_items {
    struct palette_item items[PALETTE_ITEMS_MAX];
    int count, chosen;
    int tall; /* rows of the chosen one */
};

/* Draws as many items as fit, so that the chosen one is among them. */
static void draw_items(struct shell *shell, const struct shown_items *shown, struct rect area)
{
    int y = area.y, end = area.y + area.height, before = shown->chosen + shown->tall - area.height;
    for (int i = before > 0 ? before : 0; i < shown->count && y < end; i++) {
        int rows = i == shown->chosen ? shown->tall : 1;
        struct rect lines = {area.x, y, area.width, rows < end - y ? rows : end - y};
        draw_item(shell, &shown->items[i], lines);
        shell_add_target(shell, lines, PALETTE_TARGET + i);
        if (i == shown->chosen)
            canvas_select(shell->canvas, lines);
        y += rows;
    }
}

void palette_draw(struct shell *shell, const char *typed, int chosen, struct rect line)
{
    struct shown_items shown = {.chosen = chosen, .tall = 1};
    struct rect bounds = canvas_bounds(shell->canvas);
    int count = shown.count = (int)palette_matches(shell, typed, shown.items, PALETTE_ITEMS_MAX);
    int border = bounds.height >= BOX_ROWS_LEAST;
    int width = bounds.width < BOX_COLUMNS_MAX ? bounds.width : BOX_COLUMNS_MAX;
    if (border && chosen < count)
        shown.tall = item_rows(shell, &shown.items[chosen], width - 2);
    int rows = (count < 1 ? 1 : count < ROWS_MAX ? count : ROWS_MAX) + shown.tall - 1;
    rows = rows < line.y - 1 - 2 * border ? rows : line.y - 1 - 2 * border;
    struct rect box = {0, line.y - rows - 2 * border, width, rows + 2 * border};
    struct rect inner = {box.x + border, box.y + border, box.width - 2 * border, rows};
    clear(shell->canvas, box);
    if (border)
        draw_border(shell->canvas, box);
    draw_items(shell, &shown, inner);
    if (count == 0)
        canvas_cut(shell->canvas, inner.x + 1, inner.y, inner.width - 1, STYLE_WARNING,
                   _("Nothing matches. Esc closes."));
}
