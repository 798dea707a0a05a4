/*
 * The settings, each with its choices below it (app/settings.def). A choice is effective at once
 * and is stored.
 */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"
#include "tui/shell/checking.h"

enum {
    VALUE_COLUMNS = 9,
    BESIDE_FROM = 110,
    LIST_COLUMNS = 64,
    WRAPS_FROM = 40,
    LABEL_COLUMNS = 12,
    DETAIL_COLUMNS_MOST = 80
};

struct settings_screen {
    struct scroller scroller;
    int marked;  /* among all choices, those of the first setting first */
    bool follow; /* scroll so that it is visible */
};

/* A choice, by its place among all. */
struct choice_place {
    enum setting setting;
    size_t index;
};

static int count_choices(void)
{
    size_t count = 0;
    for (int setting = 0; setting < SETTING_COUNT; setting++)
        count += setting_choice_count((enum setting)setting);
    return (int)count;
}

static struct choice_place place_of(int number)
{
    struct choice_place place = {.index = (size_t)number};
    for (int setting = 0; setting < SETTING_COUNT; setting++) {
        size_t count = setting_choice_count((enum setting)setting);
        place.setting = (enum setting)setting;
        if (place.index < count)
            break;
        place.index -= count;
    }
    return place;
}

static bool open_settings(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct settings_screen *screen = state;
    (void)place, (void)error;
    const char *stored = setting_stored(shell->app->store, SETTING_ARCHITECTURE, shell->frame);
    screen->marked = setting_find(SETTING_ARCHITECTURE, stored);
    return true;
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Settings"), line);
}

/* Reports an effective value that overrides the choice in this run. */
static void add_overruling(const struct settings *settings, enum setting setting, struct page *page)
{
    enum setting_origin origin = settings->origins[setting];
    const char *value = settings->values[setting];
    if (origin != SETTING_BY_OPTION && origin != SETTING_BY_ENVIRONMENT)
        return;
    page_printf(page, STYLE_WARNING, _("In use now: %s, from %s. Your choice applies without it."), value,
                origin == SETTING_BY_OPTION ? _("an option") : setting_variable(setting));
    page_end(page);
}

/* Whether ASCII has a character for each one of these words. */
static bool has_ascii(const char *words)
{
    CLEANUP(buffer_done) struct buffer ascii = BUFFER_INIT;
    mark_append_ascii(&ascii, words, strlen(words));
    return !strchr(buffer_text(&ascii), '?');
}

static void add_choice(const struct setting_choice *choice, bool is_stored, bool is_marked, struct page *page)
{
    CLEANUP(buffer_done) struct buffer value = BUFFER_INIT;
    page_indent(page, "  ", "              ");
    page_mark(page, is_stored ? STYLE_GOOD : STYLE_DIM, is_stored ? MARK_CHOSEN : MARK_CHOICE);
    page_text(page, STYLE_NORMAL, " ");
    text_append_padded(&value, *choice->value ? choice->value : "-", VALUE_COLUMNS, TEXT_LEFT);
    page_text(page, is_marked ? STYLE_STRONG : STYLE_CODE, buffer_text(&value));
    page_text(page, STYLE_NORMAL, " ");
    bool is_readable = !page->ascii || has_ascii(choice->words);
    page_text(page, STYLE_NORMAL, is_readable ? _(choice->words) : _("needs UTF-8, as with LANG=C.UTF-8"));
    if (page->columns < WRAPS_FROM)
        page_end_unwrapped(page);
    else
        page_end(page);
    page_indent(page, "", "");
}

static void add_help(struct shell *shell, enum setting setting, struct page *page)
{
    page_text(page, STYLE_DIM, setting_help(setting));
    page_end(page);
    add_overruling(&shell->app->settings, setting, page);
}

static void build(struct shell *shell, const struct settings_screen *screen, bool has_help, struct page *page)
{
    int number = 0;
    for (int i = 0; i < SETTING_COUNT; i++) {
        enum setting setting = (enum setting)i;
        int stored = setting_find(setting, setting_stored(shell->app->store, setting, shell->frame));
        page_blank(page);
        page_text(page, STYLE_TITLE, setting_title(setting));
        page_end(page);
        if (has_help)
            add_help(shell, setting, page);
        int count = (int)setting_choice_count(setting);
        for (int at = 0; at < count; at++, number++) {
            struct setting_choice choice = setting_choice_at(setting, (size_t)at);
            page->tag = number;
            add_choice(&choice, at == stored, number == screen->marked, page);
            page->tag = PAGE_NO_TAG;
        }
    }
}

static void add_row(const char *label, const char *value, const char *words, struct page *page)
{
    page_cell(page, STYLE_DIM, label, LABEL_COLUMNS);
    page_text(page, STYLE_CODE, value);
    page_printf(page, STYLE_NORMAL, "%s%s", *value && *words ? "  " : "", words);
    page_end(page);
}

/* The setting of the marked choice: its purpose, and the values that compete for it. */
static void draw_detail(struct shell *shell, const struct settings_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    enum setting setting = place_of(screen->marked).setting;
    int kept = setting_find(setting, setting_stored(shell->app->store, setting, shell->frame));
    struct setting_choice chosen = setting_choice_at(setting, kept < 0 ? 0 : (size_t)kept);
    struct setting_choice normal = setting_choice_at(setting, 0);
    page_init(&page, shell->frame, area.width < DETAIL_COLUMNS_MOST ? area.width : DETAIL_COLUMNS_MOST,
              canvas_is_ascii(shell->canvas));
    page_text(&page, STYLE_TITLE, setting_title(setting));
    page_end(&page);
    page_blank(&page);
    add_help(shell, setting, &page);
    page_blank(&page);
    add_row(_("chosen"), chosen.value, _(chosen.words), &page);
    add_row(_("default"), normal.value, _(normal.words), &page);
    add_row(_("for one run"), setting_variable(setting), "", &page);
    page_draw(&page, shell->canvas, area, 0);
    for (int y = area.y; y < area.y + area.height; y++)
        canvas_mark(shell->canvas, area.x - 2, y, STYLE_DIM, MARK_WALL);
}

/* On a wide screen, the help of the marked setting is beside the list. */
static void draw(struct shell *shell, void *state, struct rect area)
{
    struct settings_screen *screen = state;
    CLEANUP(page_done) struct page page = {0};
    bool is_wide = area.width >= BESIDE_FROM;
    struct rect text = {area.x + 1, area.y, is_wide ? LIST_COLUMNS : area.width - 2, area.height};
    int first = 0, last = 0;
    reader_begin(shell, is_wide ? (struct rect){0, 0, LIST_COLUMNS + 2, area.height} : area, &page);
    build(shell, screen, !is_wide, &page);
    page_find_tag(&page, screen->marked, &first, &last);
    if (screen->follow && screen->marked == 0)
        screen->scroller.scroll = 0; /* with its heading */
    else if (screen->follow || screen->scroller.height == 0)
        screen->scroller.scroll = page_scroll_to(&page, screen->scroller.scroll, area.height, first, last);
    screen->follow = false;
    scroller_draw(&screen->scroller, &page, shell->canvas, text);
    int row = first - screen->scroller.scroll, x = text.x + text.width + 2;
    struct rect marked = {text.x, area.y + row, text.width - 1, last - first + 1};
    canvas_select(shell->canvas, rect_cut(marked, text));
    if (is_wide)
        draw_detail(shell, screen, (struct rect){x, area.y, area.x + area.width - 1 - x, area.height});
}

static void say_chosen(struct shell *shell, enum setting setting)
{
    bool is_overruled = shell->app->settings.origins[setting] == SETTING_BY_OPTION ||
                        shell->app->settings.origins[setting] == SETTING_BY_ENVIRONMENT;
    if (!store_is_durable(shell->app->store))
        shell_say(shell, STYLE_WARNING, "%s", _("It holds until you leave: progress is not kept"));
    else if (is_overruled)
        shell_say(shell, STYLE_WARNING, "%s", _("Kept; this run was started with another value"));
    else if (setting == SETTING_ARCHITECTURE)
        shell_say(shell, STYLE_GOOD, _("Kept: the next grading is modelled for %s"),
                  shell->app->settings.values[setting]);
    else
        shell_say(shell, STYLE_GOOD, "%s", _("Kept"));
}

static void act_choose(struct shell *shell, void *state, enum action action)
{
    const struct settings_screen *screen = state;
    struct choice_place place = place_of(screen->marked);
    struct setting_choice choice = setting_choice_at(place.setting, place.index);
    struct error error = {0};
    (void)action;
    if (!app_set(shell->app, place.setting, choice.value, &error)) {
        shell_say_error(shell, &error);
        return;
    }
    bool is_look = place.setting == SETTING_THEME || place.setting == SETTING_MOUSE;
    if (is_look && shell->hooks.use_looks)
        shell->hooks.use_looks(shell->hooks.context);
    if (place.setting == SETTING_FULL_CHECK && strcmp(choice.value, "off") == 0)
        checking_cancel(shell);
    say_chosen(shell, place.setting);
}

static void act_move(struct shell *shell, void *state, enum action action)
{
    struct settings_screen *screen = state;
    int last = count_choices() - 1, page = screen->scroller.height > 1 ? screen->scroller.height - 1 : 1;
    (void)shell;
    int to = action == ACTION_UP          ? screen->marked - 1
             : action == ACTION_DOWN      ? screen->marked + 1
             : action == ACTION_PAGE_UP   ? screen->marked - page
             : action == ACTION_PAGE_DOWN ? screen->marked + page
             : action == ACTION_TOP       ? 0
                                          : last;
    screen->marked = to < 0 ? 0 : to > last ? last : to;
    screen->follow = true;
}

static void place(const void *state, struct place *out_place)
{
    (void)state;
    *out_place = (struct place){.screen = SCREEN_SETTINGS};
}

static const struct action_handler handlers[] = {
    {ACTION_CHOOSE, act_choose}, {ACTION_UP, act_move},         {ACTION_DOWN, act_move},
    {ACTION_PAGE_UP, act_move},  {ACTION_PAGE_DOWN, act_move},  {ACTION_TOP, act_move},
    {ACTION_BOTTOM, act_move},   {ACTION_BACK, shell_act_back}, {ACTION_NONE, NULL},
};

const struct screen_class screen_settings = {
    .context = CONTEXT_SETTINGS,
    .state_bytes = sizeof(struct settings_screen),
    .open = open_settings,
    .status = status,
    .draw = draw,
    .place = place,
    .handlers = handlers,
};
