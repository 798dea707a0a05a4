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

static void draw(struct shell *shell, void *state, struct rect area)
{
    CLEANUP(page_done) struct page page = {0};
    reader_begin(shell, area, &page);
    page_text(&page, STYLE_TITLE, _("Welcome to warpschool"));
    page_end(&page);
    page_blank(&page);
    page_text(&page, STYLE_NORMAL,
              _("Here you learn to make GPU kernels fast. You read a short lesson, change a kernel in your own "
                "editor and save. At once you are told whether it is right, how fast it is, what "
                "limits it and which line to look at."));
    page_end(&page);
    page_blank(&page);
    page_text(&page, STYLE_NORMAL, _("No GPU is needed: a virtual one runs your kernels here."));
    page_end(&page);
    page_blank(&page);
    page_text(&page, STYLE_KEY, "Enter");
    page_text(&page, STYLE_NORMAL, _("  starts with the first lesson.  "));
    page_text(&page, STYLE_KEY, "p");
    page_text(&page, STYLE_NORMAL, _("  asks six questions that say where to begin.  "));
    page_text(&page, STYLE_KEY, "Esc");
    page_text(&page, STYLE_NORMAL, _("  shows the whole course.  "));
    page_text(&page, STYLE_KEY, "?");
    page_text(&page, STYLE_NORMAL, _("  shows the keys, anywhere."));
    page_end(&page);
    add_checks(shell, &page);
    reader_end(shell, state, area, &page);
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
