/* Writes the parts that a build makes of a source, for a learner who wants to see them. */
#ifndef PROGRAM_BUILD_EMIT_H
#define PROGRAM_BUILD_EMIT_H

#include "program/program.h"

/* "dir/a.cu" and the part "ptx" give the file a.ptx in the request's folder. */
bool emit_part(const struct program_request *request, const char *source_name, const char *part, const char *text,
               size_t size_bytes, struct arena *arena, struct error *error);

#endif
