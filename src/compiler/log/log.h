/*
 * The compiler's log, read back into diagnostics on the learner's lines and into kernel resources.
 *
 * The log is hostile: a source can put anything into it (#error, #warning, names). It is cut and made harmless first;
 * its text never decides whether a compile succeeded.
 */
#ifndef COMPILER_LOG_LOG_H
#define COMPILER_LOG_LOG_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "compiler/compiler.h"

enum {
    LOG_BYTES_MAX = 256 * 1024, /* what is kept of a log */
    LOG_RESOURCES_MAX = 1024,   /* kernels in one source */
};

/* Cut to LOG_BYTES_MAX at a line's end (said so in the last line) and without terminal control sequences. */
const char *log_harmless(struct arena *arena, const char *log, size_t size_bytes);

/*
 * Adds one diagnostic for every error, warning and note of a harmless log. `ptx` (may be NULL) resolves the lines of
 * errors in inline PTX. Errors in a toolkit header stand at the learner's #include; warnings in there are left out.
 */
void log_parse(const char *log, const struct source *source, const char *ptx, struct diagnostics *diagnostics);

/* What ptxas -v says of every kernel. */
void log_resources(struct arena *arena, const char *log, struct kernel_resources **out_resources, size_t *out_count);

#endif
