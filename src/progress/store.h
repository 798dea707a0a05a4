/*
 * The progress store: attempts, lesson and exercise states, settings. SQLite in WAL mode, one
 * transaction per attempt.
 *
 * Migrations are the numbered files of progress/ (built into the program). A store of a newer
 * version opens read-only, with a clear error for writes. Several processes can open it; one thread
 * at a time uses a store. A write that returned true survives kill -9 and a power cut.
 *
 * Rooms:
 *     database/  the SQLite file: opens, migrates and queries it
 */
#ifndef PROGRESS_STORE_H
#define PROGRESS_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "curriculum/model.h"

struct store;

struct store_settings {
    const char *path; /* of warpschool.db; makes its folder */
    bool read_only;
    bool is_shared;      /* between machines: without WAL. Network folders are found without it */
    int busy_timeout_ms; /* how long to wait for another process; 0: 5 s */
};

struct store *store_open(const struct store_settings *settings, struct error *error);
/*
 * For a place that cannot be written: a store in memory, so learning continues. `store_is_durable`
 * is false.
 */
struct store *store_open_memory(struct error *error);
void store_close(struct store *store);
DEFINE_CLEANUP(store_close, struct store *)
bool store_is_durable(const struct store *store);
/* Whether the file was moved or deleted since it was opened: what is written is lost. */
bool store_is_gone(const struct store *store);
/* Whether another connection has written since the last call. The first call says no. */
bool store_was_changed_elsewhere(struct store *store);
bool store_is_read_only(const struct store *store);
/* a sentence for the learner; "" if writable */
const char *store_read_only_reason(const struct store *store);
int store_schema_version(const struct store *store);

/* Several writes as one. If `write` fails, the store stays as it was. */
bool store_write_together(struct store *store, bool (*write)(void *context, struct error *error), void *context,
                          struct error *error);

/*
 * Renames a damaged file and its SQLite companions to PATH.damaged-DATE. Nothing is ever deleted.
 */
bool store_set_aside(const char *path, struct arena *arena, const char **out_path, struct error *error);

/* One recorded submission. Unknown texts can be NULL. */
struct attempt {
    int64_t id;       /* the number in this store; set by it */
    const char *uuid; /* its id on all machines; NULL: a new one is made when it is added */
    const char *exercise;
    const char *status; /* verdict_status_name */
    const char *device, *architecture;
    uint64_t seed;
    const char *source; /* the learner's text */
    const char *source_sha256;
    const char *ptx_sha256;
    const char *verdict_json;
    const char *medal; /* "gold" or NULL */
    double best_ratio; /* to the solution; 0 unknown */
    const char *toolkit, *program_version, *model_version;
    const char *trust; /* verdict_trust_name; NULL: of an older program */
    bool certifiable, assisted;
    const char *started_at; /* ISO 8601 UTC */
    uint64_t elapsed_ns;
};

bool store_add_attempt(struct store *store, const struct attempt *attempt, int64_t *out_id, struct error *error);
/*
 * Replaces the judgement of a recorded attempt: status, verdict, medal, ratio, trust, certifiable.
 * The exercise's progress follows, also where a pass is none any more.
 */
bool store_rejudge_attempt(struct store *store, const struct attempt *attempt, struct error *error);
bool store_get_attempt(struct store *store, int64_t id, struct arena *arena, struct attempt *out_attempt,
                       struct error *error);
/*
 * Attempts on an exercise are numbered from 1, oldest first. That number is what learners see and
 * type; the id counts the attempts on all exercises.
 */
bool store_find_attempt(struct store *store, const char *exercise, int64_t number, int64_t *out_id,
                        struct error *error);
bool store_number_attempt(struct store *store, const char *exercise, int64_t id, int *out_number, struct error *error);
/* Whether an attempt with this id is recorded here. */
bool store_has_attempt(struct store *store, const char *uuid, bool *out_has, struct error *error);

struct attempt_query {
    const char *exercise; /* NULL: all */
    size_t limit;
    bool is_whole; /* else sources and verdicts are NULL */
};

/* Newest first. */
bool store_list_attempts(struct store *store, const struct attempt_query *wanted, struct arena *arena,
                         struct attempt **out_attempts, size_t *out_count, struct error *error);

enum exercise_state { EXERCISE_NEW, EXERCISE_TRIED, EXERCISE_PASSED, EXERCISE_PARKED };

struct exercise_progress {
    const char *exercise;
    enum exercise_state state;
    /*
     * The solution was seen or the half-written starter taken, before the first pass, or without
     * one.
     */
    bool assisted;
    bool has_half_starter; /* it was taken */
    int attempts;
    /* a letter for each, in the shown order: 'a' is the exercise's first; NULL: none */
    const char *hints_order;
    const char *last_status, *best_medal, *passed_at;
    double best_ratio;
};
bool store_get_exercise(struct store *store, const char *exercise, struct arena *arena,
                        struct exercise_progress *out_progress, struct error *error);
bool store_list_exercises(struct store *store, struct arena *arena, struct exercise_progress **out_progress,
                          size_t *out_count, struct error *error);
/*
 * Whether an exercise counts for badges. It was passed unaided. Or it was passed with help, and
 * `variant` (can be NULL) was passed unaided at least a day later.
 */
bool store_is_earned(struct store *store, const char *exercise, const char *variant, bool *out_earned,
                     struct error *error);
bool store_set_parked(struct store *store, const char *exercise, bool parked, struct error *error);
/* `hint`: index of one of the first STORE_HINTS_MAX hints of the exercise. Each counts once. */
enum { STORE_HINTS_MAX = 26 };
bool store_add_hint(struct store *store, const char *exercise, int hint, struct error *error);
/* The half-written starter was put in place of the learner's file. */
bool store_mark_half_starter(struct store *store, const char *exercise, struct error *error);
bool store_mark_solution_seen(struct store *store, const char *exercise, struct error *error);

/* Done steps of lessons: text read, quiz or prediction answered. An answer can be given again. */
struct step_progress {
    const char *lesson;
    int step; /* index into the lesson's steps */
    bool right;
    bool skipped;    /* passed over, or its answer was shown */
    int64_t seconds; /* from the first sight to the answer; -1: not taken */
    const char *answer;
};
/* All done steps, by lesson and step. */
bool store_list_steps(struct store *store, struct arena *arena, struct step_progress **out_steps, size_t *out_count,
                      struct error *error);
bool store_set_step_done(struct store *store, const char *lesson, int step, const char *answer, bool right,
                         struct error *error);
/* With its time. answer NULL: read, skipped, or shown without a guess. */
struct step_outcome {
    const char *answer;
    bool right, skipped;
    int64_t seconds; /* from the first sight to the answer; below 0: not taken */
};
bool store_set_step_outcome(struct store *store, const char *lesson, int step, const struct step_outcome *outcome,
                            struct error *error);
bool store_get_step(struct store *store, const char *lesson, int step, bool *out_done, bool *out_right,
                    struct error *error);

/* The reader's position in a lesson. */
bool store_set_position(struct store *store, const char *lesson, int step, struct error *error);
bool store_get_position(struct store *store, const char *lesson, int *out_step, struct error *error); /* -1: none */

/* One for each place. A bookmark is a note without words. */
enum { NOTE_BYTES_MAX = 4000, NOTE_PLACE_MAX = 1000000 };
struct note {
    const char *subject; /* id of a lesson or an exercise */
    int place;           /* the lesson's step, from 0; the line of the learner's copy, from 1; 0: the whole exercise */
    const char *text;    /* "": a bookmark */
    const char *line;    /* what the line said; NULL: not a line, or an empty one */
    const char *made_at; /* NULL: now */
};
bool store_set_note(struct store *store, const struct note *note, struct error *error);
bool store_remove_note(struct store *store, const char *subject, int place, struct error *error);
/* Newest first. */
bool store_list_notes(struct store *store, struct arena *arena, struct note **out_notes, size_t *out_count,
                      struct error *error);
/* The line of `text` that says what the noted line said, the nearest one; or the noted number. */
int note_line(const struct note *note, const char *text, size_t size_bytes);

/* value NULL: removes it. */
bool store_set_setting(struct store *store, const char *key, const char *value, struct error *error);
/* NULL if there is none, or if it cannot be read. */
const char *store_get_setting(struct store *store, const char *key, struct arena *arena);

#endif
