/*
 * Reads the compiler's log into diagnostics on the learner's lines and into kernel resources.
 *
 * The log is hostile: a source can put any text into it (#error, #warning, names). It is first cut
 * and made harmless. Its text never decides whether a compile succeeded.
 */
#ifndef COMPILER_LOG_LOG_H
#define COMPILER_LOG_LOG_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "compiler/compiler.h"

enum {
    LOG_BYTES_MAX = 256 * 1024, /* the kept part of a log */
    LOG_RESOURCES_MAX = 1024,   /* kernels in one source */
};

/*
 * Cuts to LOG_BYTES_MAX at a line's end and removes terminal control sequences. The last line says
 * that it was cut.
 */
const char *log_harmless(struct arena *arena, const char *log, size_t size_bytes);

/*
 * Adds one diagnostic for every error, warning and note of a harmless log. `ptx` (can be NULL)
 * resolves the lines of errors in inline PTX. An error in a toolkit header is shown at the
 * learner's #include. Warnings in there are left out.
 */
void log_parse(const char *log, const struct source *source, const char *ptx, struct diagnostics *diagnostics);

/* The resources of every kernel, from ptxas -v. */
void log_resources(struct arena *arena, const char *log, struct kernel_resources **out_resources, size_t *out_count);

#endif
