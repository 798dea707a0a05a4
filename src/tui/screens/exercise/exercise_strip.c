/* The strips of the source view: what a warp touches at the marked line. */
#include "base/i18n.h"
#include "base/text.h"
#include "tui/draw/strip.h"
#include "tui/screens/exercise/exercise.h"

enum { HEIGHT_LEAST = 12, STRIPS_SHOWN = 3, BANKS = 32, LANES_SHOWN = 4, LANES_COLUMNS = 34, LANES_FROM = 64 };

static int most_of_line(const struct exercise_screen *screen)
{
    int most = 0;
    for (size_t i = 0; i < screen->strips.count; i++) {
        int count = 0;
        for (size_t k = 0; k < screen->strips.count; k++)
            count += screen->strips.items[k].line == screen->strips.items[i].line;
        most = count > most ? count : most;
    }
    return most > STRIPS_SHOWN ? STRIPS_SHOWN : most;
}

/* The same for every line, so that the source stays in place while the cursor moves. */
int exercise_strip_rows(const struct exercise_screen *screen, int height)
{
    int rows = 1 + 2 * most_of_line(screen);
    bool is_shown = screen->strips.count > 0 && screen->marked_line > 0 && height >= HEIGHT_LEAST;
    return !is_shown ? 0 : rows < height / 2 ? rows : height / 2;
}

static void add_lanes(const struct line_strip *strip, struct page *page)
{
    page_text(page, STYLE_DIM, _("  by lane:"));
    for (int lane = 0; lane < LANES_SHOWN; lane++)
        page_printf(page, STYLE_DIM, strip->units[lane] < 0 ? " -" : " %d", strip->units[lane]);
    page_printf(page, STYLE_DIM, strip->units[LAB_LANES - 1] < 0 ? " .. -" : " .. %d", strip->units[LAB_LANES - 1]);
}

static int kind_columns(void)
{
    int load = text_width(_("load")), store = text_width(_("store"));
    return 2 + (load > store ? load : store);
}

/* The widest name of a buffer at the marked line, and the space after it. */
static int buffer_columns(const struct exercise_screen *screen)
{
    int most = 0;
    for (size_t i = 0; i < screen->strips.count; i++) {
        int width = text_width(screen->strips.items[i].buffer);
        most = screen->strips.items[i].line == screen->marked_line && width > most ? width : most;
    }
    return most + 2;
}

/* Without room the lanes are left out: what is too much, and the least, must show. */
static void add_count(const struct line_strip *strip, int room, struct page *page)
{
    bool has_banks = strip->kind == LAB_STRIP_BANKS;
    const char *words = strip_words(strip->units, has_banks, page->arena);
    const char *passes =
        has_banks ? arena_printf(page->arena, ngettext(", %u pass", ", %u passes", strip->count), strip->count) : "";
    const char *least = strip->count > strip->least ? arena_printf(page->arena, _(" (least: %u)"), strip->least) : "";
    if (text_width(words) + text_width(passes) + text_width(least) > room) {
        int units = strip_measure(strip->units).units;
        words = arena_printf(page->arena,
                             has_banks ? ngettext("%d bank", "%d banks", (unsigned)units)
                                       : ngettext("%d sector", "%d sectors", (unsigned)units),
                             units);
    }
    page_text(page, STYLE_NORMAL, words);
    page_text(page, STYLE_NORMAL, passes);
    page_text(page, STYLE_WARNING, least);
}

static void add_strip(const struct line_strip *strip, int name_columns, struct page *page)
{
    bool has_banks = strip->kind == LAB_STRIP_BANKS, has_lanes = page->columns >= LANES_FROM;
    int count = has_banks ? BANKS : strip_measure(strip->units).last + 1;
    page_cell(page, STYLE_DIM, strip->is_store ? _("store") : _("load"), kind_columns());
    name_columns = has_lanes ? name_columns : 2 + text_width(strip->buffer);
    page_cell(page, STYLE_CODE, strip->buffer, name_columns);
    add_count(strip, page->columns - kind_columns() - name_columns, page);
    page_end_unwrapped(page);
    strip_marks(page, strip->units, count, page->columns - (has_lanes ? LANES_COLUMNS : 4));
    if (has_lanes)
        add_lanes(strip, page);
    page_end_unwrapped(page);
}

void exercise_draw_strips(struct shell *shell, const struct exercise_screen *screen, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    struct canvas *canvas = shell->canvas;
    canvas_repeat(canvas, area.x, area.y, area.width, STYLE_DIM, MARK_RULE);
    canvas_printf(canvas, area.x + 2, area.y, STYLE_DIM, _(" line %d: accesses of the first warp "),
                  screen->marked_line);
    page_init(&page, shell->frame, area.width, canvas_is_ascii(canvas));
    for (size_t i = 0; i < screen->strips.count; i++)
        if (screen->strips.items[i].line == screen->marked_line)
            add_strip(&screen->strips.items[i], buffer_columns(screen), &page);
    if (page.count == 0)
        page_text(&page, STYLE_DIM, _("No access to memory at this line. Up and Down choose another."));
    page_end(&page);
    page_draw(&page, canvas, (struct rect){area.x, area.y + 1, area.width, area.height - 1}, 0);
}
