/*
 * Launches that need not run again, since they would do again what they did.
 *
 * A launch is settled if it ran with the same arguments before and left all memory of the device as
 * it was. While that memory is the same at its next launch, it is counted and timed only. So a loop
 * of a benchmark runs its kernel twice. A kernel that changes its own input always runs.
 */
#ifndef PROGRAM_SERVE_REPEAT_H
#define PROGRAM_SERVE_REPEAT_H

#include "program/serve/session.h"

/* A launch in progress. */
struct repeat_run {
    const struct wire_launch *launch;
    struct session_stream *stream;
    const char *arguments;
    size_t argument_bytes;
    struct program_launch *row;
    struct repeat *repeat; /* of an earlier launch like it; NULL: there was none */
    uint64_t state;        /* of the memory before, where it is needed */
    double row_ns, row_link_bytes;
    uint64_t findings, printed;
    struct kernel_observation before; /* its counters */
};

/* True: the launch is counted, and must not run. Else repeat_end() follows its run. */
bool repeat_begin(struct session *session, struct repeat_run *run);
void repeat_end(struct session *session, struct repeat_run *run);

/* Whatever changes memory of the device says so. */
void repeat_note_change(struct session *session);

#endif
