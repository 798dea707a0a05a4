/*
 * The open exercise: its file, its watch and its newest verdict.
 *
 * A save is graded at once, on any screen. A verdict is dropped if a later submission already has
 * one. Attempts are recorded here, in the thread that owns the store.
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
    struct arena *arena; /* of the exercise's data */
    const struct exercise *exercise;
    const char *path; /* the learner's file */
    struct watch *watch;
    int watch_wait_ms;
    int looks_without_file; /* in a row */
    bool has_claim;         /* no other shell judges its saves */
    int claim;              /* the descriptor; -1: nothing can be locked here */

    struct verdict *verdict; /* NULL: none yet */
    uint64_t verdict_ticket; /* 0: recorded in an earlier run */
    int64_t attempt;         /* 0: not recorded */
    int attempt_number;      /* the number of the attempt on this exercise */
    bool is_stale;           /* the file was not graded as it is */

    bool is_working;
    uint64_t ticket; /* of the newest submission */
    int64_t started_ns;
    enum grader_stage stage;
    int done, total;
    struct time_verdict time; /* modelled, its values still to be compared; not available: none yet */
    struct error trouble;     /* code ERROR_NONE: none */
};

/* An attempt with a quick verdict, while its cause is looked for. Another exercise can be open. */
struct cause_search {
    uint64_t ticket; /* 0: none */
    int64_t attempt; /* 0: not recorded */
    enum verdict_status status;
};

/*
 * Opens an exercise: copies the starter if there is no file yet, watches the file, loads the last
 * verdict.
 */
bool open_exercise_start(struct shell *shell, const struct exercise *exercise, struct error *error);
void open_exercise_close(struct open_exercise *open);

/* After a change of the file that is no save of the learner: it is not judged by itself. */
void open_exercise_accept(struct shell *shell);

/* If the file was deleted, copies the starter again and says so. False: it was there. */
bool open_exercise_bring_back(struct shell *shell);

/* Shows the newest recorded attempt, if another shell or a command has recorded it. */
void open_exercise_follow(struct shell *shell);

/* Submits the present file. */
void open_exercise_submit(struct shell *shell);

/*
 * Looks for a save. True if something was submitted. Call it when the watch is readable or after
 * watch_wait_ms.
 */
bool open_exercise_look(struct shell *shell);

/* Takes an event of the grader. True if the screen must be drawn again. */
bool open_exercise_take_event(struct shell *shell, struct grading_event *event);

/* Reports the largest of the new badges, unless the screen after the pass does. */
void open_exercise_report_badges(struct shell *shell);

/* "compiling", "case 4 of 9" */
void open_exercise_stage_text(const struct open_exercise *open, int64_t now_ns, struct buffer *out);

#endif
