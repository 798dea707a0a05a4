/*
 * The shell: the stack of screens, the open exercise, the prompt, and their shared state. It has no
 * terminal and does not wait. Keys, ticks and events come from loop.c, or from a test.
 */
#ifndef TUI_SHELL_SHELL_H
#define TUI_SHELL_SHELL_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "app/attempts.h"
#include "app/checkup.h"
#include "app/full_check.h"
#include "app/grading.h"
#include "app/lab_runner.h"
#include "app/microscope.h"
#include "app/overview.h"
#include "app/trials.h"
#include "tui/draw/canvas.h"
#include "tui/keys/keymap.h"
#include "tui/shell/attention.h"
#include "tui/shell/notes.h"
#include "tui/shell/open_exercise.h"
#include "tui/shell/prompt.h"
#include "tui/shell/screen.h"

enum {
    SCREENS_MAX = 8,
    TARGETS_MAX = 256,
    SCROLL_AREAS_MAX = 4,
    SHELL_COLUMNS_LEAST = 20,
    SHELL_ROWS_LEAST = 5,
    TWO_PANES_COLUMNS = 72
};

struct screen {
    const struct screen_class *class;
    enum screen_id id;
    void *state;
};

/* An area of the screen that takes clicks, other than a marked row. */
struct click_target {
    struct rect where;
    int target; /* the screen's number for it */
};

/* A pane whose page the mouse wheel scrolls. */
struct scroll_area {
    struct rect where;
    struct scroller *scroller;
};

/* Services of the terminal. A test leaves them NULL. */
struct shell_hooks {
    void *context;
    bool (*edit)(void *context, const char *path, int line, struct error *error); /* blocks until the editor ends */
    void (*suspend)(void *context);
    void (*use_looks)(void *context); /* theme or mouse changed */
};

struct shell {
    struct app *app;
    struct canvas *canvas;
    struct shell_hooks hooks;
    struct grading *grading; /* NULL until warm, or if there is none */
    struct error grading_trouble;
    struct microscope *microscope; /* NULL unless its screen is open */
    struct trials *trials;         /* NULL unless its screen is open */
    struct lab_runner *labs;       /* NULL until a step needs it */
    struct full_check *full_check; /* NULL until a pass needs it */
    struct checkup *checkup;       /* NULL unless the welcome screen requested it */
    struct open_exercise open;
    struct prompt prompt;
    struct attention attention;
    struct keymap *keymap;

    struct screen screens[SCREENS_MAX];
    int screen_count;
    struct place left; /* of the screen that was closed last */

    struct arena *overview_arena;
    struct overview overview;
    struct progress_statistics figures; /* zeros if they cannot be read */
    struct note *notes;                 /* newest first */
    size_t note_count;
    struct noting noting; /* while the prompt asks for a note */

    struct arena *frame; /* lives while one frame is drawn */
    int64_t now_ns;
    char message[512]; /* shown instead of the keys until the next key */
    enum style message_style;

    struct cause_search cause_search;

    uint64_t measure_ticket; /* 0: no measurement is running */
    bool measured_good;
    double measured;
    struct error measure_error;

    struct click_target targets[TARGETS_MAX]; /* of the shown frame */
    int target_count;
    struct scroll_area scroll_areas[SCROLL_AREAS_MAX]; /* of the shown frame */
    int scroll_area_count;
    /* of the shown frame: the pane with the marked row, if others are beside it; else no width */
    struct rect list_area;

    int64_t animated_until_ns; /* draw often until then */
    bool quit, redraw_whole;
    bool is_plain;        /* drawn as lines for a reader; set once */
    bool clock_runs;      /* an assessment is running: draw each second */
    int64_t clock_end_ns; /* its end, in terms of now_ns; valid while clock_runs */
    bool interrupted;     /* ^C was the last key */
    /* a line is wider than the screen: the footer shows the key for the rest */
    bool is_cut;
};

struct shell *shell_new(struct app *app, struct canvas *canvas, struct error *error);
void shell_free(struct shell *shell);
DEFINE_CLEANUP(shell_free, struct shell *)

/*
 * Opens the last place, or `open`, or the welcome screen. `open` names an exercise or lesson; NULL:
 * none.
 */
void shell_start(struct shell *shell, const char *open);

/* Draws everything onto the canvas and presents it. */
void shell_draw(struct shell *shell);

void shell_key(struct shell *shell, int32_t key);
void shell_act(struct shell *shell, enum action action);

/* True if `action` has an effect on the shown screen. */
bool shell_can_act(const struct shell *shell, enum action action);

/* The handler of an action in a table, or NULL. */
const struct action_handler *shell_find_handler(const struct action_handler *handlers, enum action action);
extern const struct action_handler shell_global_handlers[];

/* Takes all waiting events. True if something on the screen changed. */
bool shell_take_events(struct shell *shell);

/* Whether two panes fit beside each other. A reader of lines gets one pane. */
static inline bool shell_has_panes(const struct shell *shell, int width)
{
    return width >= TWO_PANES_COLUMNS && !shell->is_plain;
}

/* The mark of an exercise's state and its style. */
enum mark shell_exercise_mark(enum exercise_state state, enum style *out_style);

/* Puts a screen on the stack. An error becomes the message. */
void shell_open(struct shell *shell, const struct place *place);
void shell_back(struct shell *shell);
/* The same as a handler of ACTION_BACK. */
void shell_act_back(struct shell *shell, void *state, enum action action);
/* Opens the assessment that runs, else the result of the last one. False: there is none. */
bool shell_open_assessment(struct shell *shell);
void shell_go_home(struct shell *shell);

/* Replaces the shown screen. */
void shell_replace(struct shell *shell, const struct place *place);

/* The runner of labs, started on first use. NULL in a shell without services, which tests have. */
struct lab_runner *shell_labs(struct shell *shell);

/* Closes screens of this kind below the shown one, which stays. */
void shell_remove_below(struct shell *shell, enum screen_id id);

struct screen *shell_top(struct shell *shell);

void shell_say(struct shell *shell, enum style style, const char *format, ...) __attribute__((format(printf, 3, 4)));
void shell_say_error(struct shell *shell, const struct error *error);

/* Reads the record again and notifies the screens. */
void shell_refresh(struct shell *shell);

/* Notifies every screen. */
void shell_notify(struct shell *shell, enum screen_change change);

/* place.c: the learner's place, kept in the store for the next start. */
void place_save(struct shell *shell);
bool place_restore(struct shell *shell, struct place *out_place);

/* While a screen is drawn: a click into `where` is its `target`. Clipped parts do not count. */
void shell_add_target(struct shell *shell, struct rect where, int target);

/*
 * Does this for the lines of a page with the tags 0 to count - 1, drawn in `area` from line
 * `scroll` on. The target is the tag.
 */
void shell_add_page_targets(struct shell *shell, const struct page *page, int count, struct rect area, int scroll);

/*
 * Draws a page, without blank lines at its end, in a pane that the wheel scrolls while the pointer
 * is over it.
 */
void shell_draw_pane(struct shell *shell, struct scroller *scroller, struct page *page, struct rect area);

/* As scroller_act. Says so where there is nothing to pan to. */
void shell_scroll(struct shell *shell, struct scroller *scroller, enum action action);

/* frame.c: status line, rules, footer. */
void frame_draw(struct shell *shell);

/* Draws words that end on that line, on as many lines above as they need. */
void frame_draw_words(struct shell *shell, struct rect line, enum style style, const char *words);

/* The present label of a key: the screen's own, or the keymap's; "": not shown now. */
const char *frame_label(const struct shell *shell, const struct binding *binding);

/* The key whose label the footer shows at column x; 0: none. */
int32_t frame_footer_key(const struct shell *shell, int x);

/* "w01-coalescing" or "transpose_coalesced" with its state. */
const struct overview_exercise *shell_overview_exercise(const struct shell *shell, const struct exercise *exercise);
const struct overview_lesson *shell_overview_lesson(const struct shell *shell, const struct lesson *lesson);

/* An exercise's own title, or that of its lesson. */
const char *shell_exercise_title(const struct exercise *exercise);

#endif
