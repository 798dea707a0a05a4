/* Draws a medal on its ribbon. */
#include "tui/screens/attempts/pass_medal.h"

#include <string.h>

#include "base/text.h"

enum { SMALL_ROWS = 5, SMALL_COLUMNS = 17, LARGE_ROWS = 10, LARGE_COLUMNS = 35 };

static const char *const small[SMALL_ROWS] = {"     ╲ ╲ ╱ ╱     ", "      ╲███╱      ", "    ▄███████▄    ",
                                              "    █████████    ", "    ▀███████▀    "};
static const char *const small_sparks[SMALL_ROWS] = {" ·   ╲ ╲ ╱ ╱   * ", "   *  ╲███╱  ·   ", " ·  ▄███████▄  · ",
                                                     "  * █████████ *  ", "    ▀███████▀  · "};

static const char *const large[LARGE_ROWS] = {
    "        ╲╲    ╲╲   ╱╱    ╱╱        ", "         ╲╲    ╲╲ ╱╱    ╱╱         ", "          ╲╲    ╲╳╱    ╱╱          ",
    "           ╲▄▄███████▄▄╱           ", "         ▄███████████████▄         ", "        ███████████████████        ",
    "        ███████████████████        ", "        ███████████████████        ", "         ▀███████████████▀         ",
    "            ▀▀███████▀▀            "};
static const char *const large_sparks[LARGE_ROWS] = {
    "   ·    ╲╲    ╲╲   ╱╱    ╱╱     *  ", " *       ╲╲    ╲╲ ╱╱    ╱╱   ·     ", "     ·    ╲╲    ╲╳╱    ╱╱        · ",
    "  *        ╲▄▄███████▄▄╱      *    ", "      ·  ▄███████████████▄  ·      ", "   ·    ███████████████████     *  ",
    " *      ███████████████████   ·    ", "     ·  ███████████████████  *   · ", "  ·      ▀███████████████▀    ·    ",
    "     *      ▀▀███████▀▀      *     "};

int pass_medal_rows(bool is_large)
{
    return is_large ? LARGE_ROWS : SMALL_ROWS;
}

int pass_medal_name_row(bool is_large)
{
    return is_large ? 3 : 1;
}

void pass_medal_add_row(const struct pass_medal *medal, int row, struct page *page)
{
    int all = medal->is_large ? LARGE_COLUMNS : SMALL_COLUMNS, shown = (int)(medal->filled * all);
    const char *art = medal->is_large ? (medal->has_sparks ? large_sparks : large)[row]
                                      : (medal->has_sparks ? small_sparks : small)[row];
    for (int column = 0; *art; column++) {
        int columns;
        size_t step = text_step_cluster(art, strlen(art), &columns);
        page_bytes(page, column < shown ? medal->style : STYLE_DIM, art, step);
        art += step;
    }
}

void pass_medal_append_name(const char *word, struct buffer *out)
{
    CLEANUP(buffer_done) struct buffer capitals = BUFFER_INIT;
    int columns;
    text_append_upper(&capitals, word);
    for (const char *at = buffer_text(&capitals); *at;) {
        size_t step = text_step_cluster(at, strlen(at), &columns);
        buffer_printf(out, "%s%.*s", out->size_bytes > 0 ? " " : "", (int)step, at);
        at += step;
    }
}
