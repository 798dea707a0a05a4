/* Every key, from the key table. The keys of the previous screen come first. */
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

enum { KEY_COLUMNS = 22, BESIDE_FROM = 166, GENERAL_ROWS = 26 };

/* Enter opens, answers or goes on, screen by screen: there the label says it, not the action. */
static const char *words_of(const struct binding *binding)
{
    bool is_own = (binding->action == ACTION_OPEN && strcmp(binding->label, "open") != 0) ||
                  (binding->action == ACTION_CONTINUE && binding->context != CONTEXT_LESSON);
    return is_own && *binding->label ? _(binding->label) : action_help(binding->action);
}

static void add_binding(const struct binding *binding, struct page *page)
{
    CLEANUP(buffer_done) struct buffer keys = BUFFER_INIT;
    int32_t key;
    for (size_t i = 0; (key = keymap_key(binding, i)) != 0; i++) {
        if (i > 0)
            buffer_append_char(&keys, ' ');
        key_append_name(key, &keys);
    }
    bool is_wide = page->columns >= 2 * KEY_COLUMNS;
    CLEANUP(buffer_done) struct buffer label = BUFFER_INIT;
    buffer_append_text(&label, "  ");
    int least = text_width(buffer_text(&keys)) + 1;
    text_append_padded(&label, buffer_text(&keys), is_wide && least < KEY_COLUMNS ? KEY_COLUMNS : least, TEXT_LEFT);
    page_indent(page, buffer_text(&label), is_wide ? "                        " : "    ");
    page->prefix_style = STYLE_KEY;
    page_text(page, STYLE_NORMAL, words_of(binding));
    page_end(page);
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

static void add_context(const struct shell *shell, enum context context, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, context_title(context));
    page_end(page);
    for (size_t i = 0; i < keymap_binding_count(); i++)
        if (keymap_binding(shell->keymap, i)->context == context)
            add_binding(keymap_binding(shell->keymap, i), page);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, _("Help"), line);
}

static void add_marks(struct page *page)
{
    static const struct {
        enum mark mark;
        enum style style;
        const char *words;
    } rows[] = {
        {MARK_OPEN, STYLE_DIM, N_("to do")},
        {MARK_PARTLY, STYLE_WARNING, N_("tried, or read but not passed")},
        {MARK_PASSED, STYLE_GOOD, N_("passed, done")},
        {MARK_PARKED, STYLE_DIM, N_("parked: set aside for later")},
    };
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Marks"));
    page_end(page);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        page_text(page, STYLE_NORMAL, "  ");
        page_mark(page, rows[i].style, rows[i].mark);
        page_printf(page, STYLE_NORMAL, "  %s", _(rows[i].words));
        page_end(page);
    }
}

static void add_own_keys(struct shell *shell, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_TITLE, _("Your own keys"));
    page_end(page);
    page_indent(page, "  ", "  ");
    page_text(page, STYLE_NORMAL,
              _("A file of lines such as 'exercise run = r F5' (screen, command, keys) changes them: "));
    page_text(page, STYLE_ACCENT, path_join(shell->frame, shell->app->folders.config, "keys"));
    page_end(page);
    page_indent(page, "", "");
}

static void add_other_contexts(struct shell *shell, enum context shown, struct page *page)
{
    for (int i = 0; i < CONTEXT_COUNT; i++)
        if (i != CONTEXT_GLOBAL && i != (int)shown)
            add_context(shell, (enum context)i, page);
}

/*
 * On a wide screen, the keys of all screens are beside those of the previous one. The general ones
 * are below those if there is room.
 */
static void draw_beside(struct shell *shell, struct reader *reader, struct rect area)
{
    CLEANUP(page_done) struct page own = {0};
    CLEANUP(page_done) struct page all = {0};
    reader_begin_two(shell, area, &own, &all);
    add_context(shell, reader->where.context, &own);
    struct page *general = (int)own.count + GENERAL_ROWS <= area.height ? &own : &all;
    add_context(shell, CONTEXT_GLOBAL, general);
    add_marks(general);
    add_own_keys(shell, general);
    add_other_contexts(shell, reader->where.context, &all);
    reader_end_two(shell, reader, area, &own, &all);
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct reader *reader = state;
    CLEANUP(page_done) struct page page = {0};
    if (area.width >= BESIDE_FROM && reader->where.context != CONTEXT_GLOBAL) {
        draw_beside(shell, reader, area);
        return;
    }
    reader_begin(shell, area, &page);
    add_context(shell, reader->where.context, &page);
    if (reader->where.context != CONTEXT_GLOBAL)
        add_context(shell, CONTEXT_GLOBAL, &page);
    add_other_contexts(shell, reader->where.context, &page);
    add_marks(&page);
    add_own_keys(shell, &page);
    reader_end(shell, reader, area, &page);
}

/* The key that quits elsewhere closes the help, as in a pager. */
static bool key(struct shell *shell, void *state, int32_t key)
{
    (void)state;
    if (keymap_action(shell->keymap, CONTEXT_PAGE, key) != ACTION_QUIT)
        return false;
    shell_back(shell);
    return true;
}

static const char *label(const void *state, enum action action)
{
    return action == ACTION_QUIT ? N_("close") : action == ACTION_HELP ? "" : reader_label(state, action);
}

const struct screen_class screen_help = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct reader),
    .open = reader_open,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .key = key,
    .place = reader_place,
    .label = label,
    .handlers = reader_handlers,
};
