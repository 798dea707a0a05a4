/* A verdict in words, for screens: the sentences of reports, part by part. */
#ifndef APP_VERDICT_TEXT_H
#define APP_VERDICT_TEXT_H

#include "base/arena.h"
#include "base/buffer.h"
#include "grader/verdict.h"

enum verdict_part_state { VERDICT_PART_PASSED, VERDICT_PART_FAILED, VERDICT_PART_NOT_REACHED };

struct verdict_part {
    const char *name; /* "compiles", "safe", "right", "structure", "speed" */
    enum verdict_part_state state;
    const char *text; /* "9 of 10 cases, fails at n=33"; "" if not reached */
};

enum { VERDICT_PART_COUNT = 5 };

/* Texts live in `arena`. */
void verdict_text_parts(const struct verdict *verdict, struct arena *arena,
                        struct verdict_part out_parts[VERDICT_PART_COUNT]);

/* "12.3 us, 0.97x the solution's speed" of an available time. */
void verdict_text_speed(const struct time_verdict *time, struct buffer *out);

/* "gate not met" */
const char *verdict_text_words(const struct verdict *verdict); /* "launch error", where the launch was refused */

/* "modelled for H100" */
const char *verdict_text_origin(const struct verdict *verdict, struct arena *arena);

/* The share of the memory traffic that a line moves, from 0 to 1. */
double verdict_text_line_heat(const struct verdict *verdict, int line);

/* Whether it has a timeline: of several devices or streams, or of scratch buffers. NULL: no. */
bool verdict_text_has_timeline(const struct verdict *verdict);

/*
 * Appends the plan over time in lines of at most `columns`, at least 40. Launches and copies are on
 * the rows of devices and streams. The lives of scratch buffers follow. Each mark
 * takes one terminal column. `has_blocks` draws bars as blocks. Else all is ASCII, for logs and
 * screen readers. It says so if there is no timeline.
 */
void verdict_text_timeline(const struct verdict *verdict, int columns, bool has_blocks, struct arena *arena,
                           struct buffer *out);

/* Appends the letters of such a timeline with their names, in one line: "F  forward    C  copy". */
void verdict_text_letters(const struct verdict *verdict, struct buffer *out);

/* Whether its plan has `tune`, so that configurations were tried. NULL: no. */
bool verdict_text_has_search(const struct verdict *verdict);

/*
 * Appends the search of such a verdict. A table has the configurations with counts and times, and a
 * plot has the time over bytes with the frontier. Both are ASCII.
 */
void verdict_text_search(const struct verdict *verdict, int columns, struct arena *arena, struct buffer *out);

/* The meaning of the search's marks, in one line. The search ends with it, too. */
const char *verdict_text_search_marks(void);

/* Whether its kernels have modelled times one after the other, on one device and one stream. */
bool verdict_text_has_ranking(const struct verdict *verdict);

/*
 * Appends a table of kernels, that with the most time first, in lines of 52 columns. Nothing
 * without such times.
 */
void verdict_text_ranking(const struct verdict *verdict, struct arena *arena, struct buffer *out);

/* The status of a stored attempt ("wrong"), in words. The name itself if it is unknown. */
const char *verdict_text_status_named(const char *name);

/* A sentence for a verdict in another language than the program's now. NULL: it is in this one. */
const char *verdict_text_foreign(const struct verdict *verdict);

#endif
