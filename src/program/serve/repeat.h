/*
 * Launches that need not run again, since they would do again what they did.
 *
 * A launch is known by its kernel, shape and arguments. Each run tells which buffers and variables
 * it read and wrote. It need not run if it finds all of them as its last run left them, unless it
 * changes what it reads. A launch that finds the same bytes as before an earlier run gets the bytes
 * of that run. So a loop of a benchmark runs its kernel once or twice. A GPU does not say what
 * launches use: there each one runs.
 */
#ifndef PROGRAM_SERVE_REPEAT_H
#define PROGRAM_SERVE_REPEAT_H

#include "program/serve/session.h"

enum { REPEAT_USES_MAX = 32 };

/* A launch in progress. */
struct repeat_run {
    const struct wire_launch *launch;
    struct session_stream *stream;
    const char *arguments;
    size_t argument_bytes;
    struct program_launch *row;
    struct repeat *repeat; /* of an earlier launch like it; NULL: there was none */
    bool is_timed;         /* the run has to be modelled; else it counts `ns` */
    double ns;
    double row_ns, row_link_bytes;
    uint64_t findings, printed;
    uint64_t hashes[REPEAT_USES_MAX]; /* of what the earlier run used */
    bool has_hashes;
    struct kernel_observation before; /* its counters */
};

/* True: the launch is counted, and must not run. Else repeat_end() follows its run. */
bool repeat_begin(struct session *session, struct repeat_run *run);
void repeat_end(struct session *session, struct repeat_run *run);

#endif
