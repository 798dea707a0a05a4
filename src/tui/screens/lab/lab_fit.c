/* Whether a step fits a screen of 80 columns and 24 rows, in each of its states. */
#include "tui/tui.h"

#include "tui/screens/lab/lab_view.h"

enum { ROUNDS_EXPECTED = 5, REVEALED_STATES = 2 };

static void measure(const struct lab_view *view, int more_rows, struct arena *arena, struct tui_lab_size *size)
{
    CLEANUP(page_done) struct page page = {0};
    page_init(&page, arena, TUI_LAB_COLUMNS, false);
    lab_page_build(view, &page);
    int rows = (int)page.count + more_rows, columns = page_width(&page);
    size->rows = rows > size->rows ? rows : size->rows;
    size->columns = columns > size->columns ? columns : size->columns;
}

/* The words about a wrong answer. A long answer itself moves out of sight, as in any line. */
static void measure_wrong(struct lab_view *view, struct arena *arena, struct tui_lab_size *size)
{
    const struct lab *lab = view->lab;
    struct lab_answer answer = {.text = "", .verdict = "sum[0] is 21, expected 28."};
    view->answer = &answer;
    view->tries = LAB_FILL_TRIES_BEFORE_ANSWER;
    for (size_t i = 0; i < lab->wrong_count; i++) {
        answer.say = lab->wrong[i].say;
        measure(view, lab->trace ? ROUNDS_EXPECTED : 0, arena, size);
    }
    view->answer = NULL;
}

struct tui_lab_size tui_lab_measure(const struct app *app, const struct lab *lab)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct lab_results results;
    struct tui_lab_size size = {0};
    lab_results_load(app, lab, arena, &results);
    struct lab_view view = {.app = app, .lab = lab, .results = &results, .guess = "", .typed = ""};
    measure(&view, 0, arena, &size);
    if (lab->kind == STEP_FILL)
        measure_wrong(&view, arena, &size);
    view.is_revealed = true;
    view.guess = "1234";
    for (int i = 0; i < REVEALED_STATES; i++) {
        view.as_table = i > 0 && lab->kind == STEP_PLOT;
        measure(&view, 0, arena, &size);
    }
    return size;
}
