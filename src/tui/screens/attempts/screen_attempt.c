/* A past attempt: its verdict and the graded text. */
#include "app/attempts.h"
#include "app/verdict_text.h"
#include "base/i18n.h"
#include "tui/screens/page/reader.h"
#include "tui/screens/verdict/verdict_page.h"

struct attempt_screen {
    struct reader reader; /* first, so that the reader's functions accept it */
    int number;           /* of the attempt on its exercise */
};

static bool open_attempt(struct shell *shell, void *state, const struct place *place, struct error *error)
{
    struct attempt_screen *screen = state;
    struct reader *reader = &screen->reader;
    reader->where = *place;
    screen->number = attempts_number(shell->app, place->exercise->id, place->attempt);
    return attempts_read_verdict(shell->app, place->attempt, &reader->verdict, error);
}

static void status(struct shell *shell, void *state, struct rect line)
{
    const struct attempt_screen *screen = state;
    const struct reader *reader = &screen->reader;
    int x = line.x + canvas_cut(shell->canvas, line.x, line.y, line.width, STYLE_BAR, reader->where.exercise->id) + 2;
    x += canvas_printf(shell->canvas, x, line.y, STYLE_DIM, _("attempt %d"), screen->number) + 2;
    enum style style = reader->verdict->status == VERDICT_PASS ? STYLE_GOOD : STYLE_BAD;
    canvas_cut(shell->canvas, x, line.y, line.x + line.width - x, style, _(verdict_text_words(reader->verdict)));
}

static void draw(struct shell *shell, void *state, struct rect area)
{
    struct reader *reader = state;
    CLEANUP(page_done) struct page verdict = {0};
    CLEANUP(page_done) struct page source = {0};
    reader_begin_two(shell, area, &verdict, &source);
    verdict_page_build(reader->verdict, shell->app->curriculum, NULL, false, &verdict);
    if (reader->verdict->source)
        source_page_build(reader->verdict->source, reader->verdict, NULL, &source);
    reader_end_two(shell, reader, area, &verdict, &source);
}

const struct screen_class screen_attempt = {
    .context = CONTEXT_PAGE,
    .state_bytes = sizeof(struct attempt_screen),
    .open = open_attempt,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .label = reader_label,
    .handlers = reader_handlers,
};
