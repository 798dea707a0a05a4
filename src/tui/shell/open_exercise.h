/*
 * The bench: the exercise that is being worked on, its file, its watch and its newest verdict.
 *
 * A save is graded at once, whatever screen is shown. A verdict counts only if no verdict of a later submission is
 * there already. Attempts are recorded here, in the thread that owns the store.
 */
#ifndef TUI_SHELL_OPEN_EXERCISE_H
#define TUI_SHELL_OPEN_EXERCISE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "app/grading.h"
#include "app/watch.h"

struct shell;

struct open_exercise {
    struct arena *arena; /* of what belongs to the exercise */
    const struct exercise *exercise;
    const char *path; /* the learner's file */
    struct watch *watch;
    int watch_wait_ms;

    struct verdict *verdict; /* NULL: none yet */
    uint64_t verdict_ticket; /* 0: recorded at an earlier time */
    int64_t attempt;         /* 0: not recorded */
    int attempt_number;      /* of the attempt among those on the exercise */
    bool is_stale;           /* the file was saved after it was graded */

    bool is_working;
    uint64_t ticket; /* of the newest submission */
    int64_t started_ns;
    enum grader_stage stage;
    int done, total;
    struct error trouble; /* code ERROR_NONE: none */
};

/* Takes up an exercise: starter copied if there is no file yet, watched, last verdict loaded. */
bool open_exercise_start(struct shell *shell, const struct exercise *exercise, struct error *error);
void open_exercise_close(struct open_exercise *open);

/* Submits the file as it is now. */
void open_exercise_submit(struct shell *shell);

/* Looks for a save; true if something was submitted. Call when the watch is readable or after watch_wait_ms. */
bool open_exercise_look(struct shell *shell);

/* Takes an event of the grader. True if the screen is to be drawn again. */
bool open_exercise_take_event(struct shell *shell, struct grading_event *event);

/* "compiling", "case 4 of 9" */
void open_exercise_stage_text(const struct open_exercise *open, int64_t now_ns, struct buffer *out);

#endif
