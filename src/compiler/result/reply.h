/*
 * The reply to a request: as it comes from the child and as the cache keeps it. It becomes a
 * compile_result on demand.
 */
#ifndef COMPILER_RESULT_REPLY_H
#define COMPILER_RESULT_REPLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/frame.h"
#include "compiler/compiler.h"

struct reply {
    int result; /* of NVRTC; 0 is success */
    uint64_t elapsed_ns;
    const char *const *lowered_names; /* NULL entries for names that did not resolve */
    size_t name_count;
    const char *log; /* harmless, NUL-terminated */
    const char *ptx; /* NUL-terminated */
    size_t ptx_bytes;
    const void *cubin;
    size_t cubin_bytes;
};

/* Copies a RESULT frame into the arena. ERROR_CRASH if the child's answer is malformed. */
bool reply_from_frame(const struct frame *frame, struct arena *arena, struct reply *out_reply, struct error *error);

/* The member "lowered" of a header: an array of names and nulls. */
bool reply_read_names(const json_t *header, struct arena *arena, struct reply *reply);

/*
 * True if the same source would give the same reply again. False if the compiler ran out of memory.
 */
bool reply_is_lasting(const struct reply *reply);

/*
 * The result for the caller. It points to request->source. Messages name the child's limit,
 * `memory_bytes`.
 */
struct compile_result *reply_result(const struct reply *reply, const struct compile_request *request,
                                    uint64_t memory_bytes, struct arena *arena);

#endif
