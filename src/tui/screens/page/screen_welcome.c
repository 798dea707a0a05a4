/* The first run: the program, the machine, and one key to the first lesson. */
#include <stdio.h>

#include "app/placement.h"
#include "base/i18n.h"
#include "base/text.h"
#include "tui/screens/page/reader.h"

enum { NAME_COLUMNS = 12 };

static void status(struct shell *shell, void *state, struct rect line)
{
    (void)state;
    reader_status(shell, "warpschool", line);
}

static void add_check(const struct doctor_result *result, struct page *page)
{
    static const struct {
        enum mark mark;
        enum style style;
    } looks[] = {
        [DOCTOR_GOOD] = {MARK_PASSED, STYLE_GOOD},
        [DOCTOR_NOTE] = {MARK_BULLET, STYLE_DIM},
        [DOCTOR_MISSING] = {MARK_OPEN, STYLE_BAD},
    };
    char label[PAGE_PREFIX_BYTES];
    bool is_wide = page->columns >= 50;
    const char *name = _(result->name);
    int padding = text_width(name) < NAME_COLUMNS ? NAME_COLUMNS - text_width(name) : 1;
    snprintf(label, sizeof label, is_wide ? "  %s %s%*s" : "%s %s:%*s",
             mark_text(looks[result->state].mark, page->ascii), name, is_wide ? padding : 1, "");
    page_indent(page, label, is_wide ? "                " : "  ");
    page->prefix_style = looks[result->state].style;
    page_text(page, STYLE_NORMAL, result->found);
    page_end(page);
    if (result->mend[0] && result->state == DOCTOR_MISSING) {
        page_indent(page, "                ", "                ");
        page_text(page, STYLE_WARNING, result->mend);
        page_end(page);
    }
    page_indent(page, "", "");
    page->prefix_style = STYLE_DIM;
}

static void add_checks(struct shell *shell, struct page *page)
{
    page_blank(page);
    page_text(page, STYLE_STRONG, _("This machine"));
    page_end(page);
    size_t count = shell->checkup ? checkup_result_count(shell->checkup) : 0;
    for (size_t i = 0; i < count; i++) {
        struct doctor_result result;
        checkup_result(shell->checkup, i, &result);
        add_check(&result, page);
    }
    if (shell->checkup && count < doctor_check_count()) {
        page_text(page, STYLE_DIM, _("  looking ..."));
        page_end(page);
    }
}

static void add_greeting(struct page *page)
{
    page_text(page, STYLE_TITLE, _("Welcome to warpschool"));
    page_end(page);
    page_blank(page);
    page_text(page, STYLE_NORMAL,
              _("Here you learn to make GPU kernels fast. You read a short lesson, change a kernel in your own "
                "editor and save. You see at once whether it is right, how fast it is, what "
                "limits it and which line to look at."));
    page_end(page);
    page_blank(page);
    page_text(page, STYLE_NORMAL, _("No GPU is needed: a virtual one runs your kernels here."));
    page_end(page);
    page_blank(page);
}

static const struct {
    const char *key, *words;
} first_keys[] = {
    {"Enter", N_("starts with the first lesson.")},
    {"p", N_("asks six questions that say where to begin.")},
    {"Esc", N_("shows the whole course.")},
    {"?", N_("shows the keys, anywhere.")},
};
enum { FIRST_KEYS = sizeof first_keys / sizeof first_keys[0], KEY_COLUMNS = 8 };

static void add_keys_in_line(struct page *page)
{
    for (size_t i = 0; i < FIRST_KEYS; i++) {
        page_text(page, STYLE_KEY, first_keys[i].key);
        page_printf(page, STYLE_NORMAL, "  %s%s", _(first_keys[i].words), i + 1 < FIRST_KEYS ? "  " : "");
    }
    page_end(page);
}

static void add_keys_as_list(struct page *page)
{
    page_text(page, STYLE_STRONG, _("First keys"));
    page_end(page);
    for (size_t i = 0; i < FIRST_KEYS; i++) {
        page_text(page, STYLE_NORMAL, "  ");
        page_cell(page, STYLE_KEY, first_keys[i].key, KEY_COLUMNS);
        page_text(page, STYLE_NORMAL, _(first_keys[i].words));
        page_end_unwrapped(page);
    }
}

/* Each week with its size, and the lessons that it begins with. */
static void add_weeks(struct shell *shell, struct page *page)
{
    const struct overview *overview = &shell->overview;
    enum { TITLES = 3 };
    page_blank(page);
    page_text(page, STYLE_STRONG, _("The course"));
    page_end(page);
    for (size_t i = 0; i < overview->week_count; i++) {
        const struct overview_week *week = &overview->weeks[i];
        page_printf(page, STYLE_NORMAL, "  ");
        page_text(page, STYLE_ACCENT, overview_week_name(week, shell->frame));
        page_printf(page, STYLE_DIM, ngettext("  %zu exercise", "  %zu exercises", week->exercises_total),
                    week->exercises_total);
        page_end(page);
        page_indent(page, "    ", "    ");
        for (size_t k = 0; k < week->lesson_count && k < TITLES; k++) {
            if (k > 0) {
                page_text(page, STYLE_NORMAL, " ");
                page_mark(page, STYLE_DIM, MARK_BULLET);
                page_text(page, STYLE_NORMAL, " ");
            }
            page_text(page, STYLE_NORMAL, overview->lessons[week->first_lesson + k].lesson->title);
        }
        if (week->lesson_count > TITLES)
            page_text(page, STYLE_DIM, " ..");
        page_end(page);
        page_indent(page, "", "");
    }
}

/* On a wide screen, the first keys and the weeks of the course are beside the greeting. */
static void draw(struct shell *shell, void *state, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    CLEANUP(page_done) struct page beside = {0};
    bool is_wide = reader_begin_two(shell, area, &page, &beside);
    add_greeting(&page);
    if (!is_wide)
        add_keys_in_line(&page);
    add_checks(shell, &page);
    if (!is_wide) {
        reader_end(shell, state, area, &page);
        return;
    }
    add_keys_as_list(&beside);
    add_weeks(shell, &beside);
    reader_end_two(shell, state, area, &page, &beside);
}

static void act_open(struct shell *shell, void *state, enum action action)
{
    const struct lesson *lesson = shell->overview.next_lesson;
    (void)state, (void)action;
    struct place place = {.screen = lesson ? SCREEN_LESSON : SCREEN_HOME, .lesson = lesson, .step = -1};
    if (lesson)
        shell_replace(shell, &place);
    else
        shell_go_home(shell);
}

static void act_placement(struct shell *shell, void *state, enum action action)
{
    struct placement placement;
    (void)state, (void)action;
    if (!placement_read(shell->app, &placement, NULL) || !placement.check) {
        shell_say(shell, STYLE_DIM, "%s", _("This course has no placement check"));
        return;
    }
    struct place place = {.screen = SCREEN_LESSON, .lesson = placement.check, .step = -1};
    shell_replace(shell, &place);
}

static void act_home(struct shell *shell, void *state, enum action action)
{
    (void)state, (void)action;
    shell_go_home(shell);
}

static void act_scroll(struct shell *shell, void *state, enum action action)
{
    struct reader *reader = state;
    (void)shell;
    scroller_act(&reader->scroller, action);
}

static const struct action_handler handlers[] = {
    {ACTION_OPEN, act_open},        {ACTION_PLACEMENT, act_placement},
    {ACTION_HOME, act_home},        {ACTION_UP, act_scroll},
    {ACTION_DOWN, act_scroll},      {ACTION_PAGE_UP, act_scroll},
    {ACTION_PAGE_DOWN, act_scroll}, {ACTION_NONE, NULL},
};

const struct screen_class screen_welcome = {
    .context = CONTEXT_WELCOME,
    .state_bytes = sizeof(struct reader),
    .open = reader_open,
    .close = reader_close,
    .status = status,
    .draw = draw,
    .place = reader_place,
    .handlers = handlers,
};
