/*
 * The protocol of the program and the compiler child: frames (base/frame.h) over one socket pair.
 *
 *     parent                                       child
 *     CONFIGURE {library, builtins, include,
 *                cccl, scratch, memory_bytes,
 *                insecure, warm}              ->
 *                                             <-  READY {version, sandbox}
 *                                                 or FAILED {code, message, hint}
 *     COMPILE {architecture, debug, want_cubin,
 *              defines, names} + [source]     ->
 *                                             <-  RESULT {result, lowered, elapsed_ns}
 *                                                 + [log, ptx, cubin]
 *
 * COMPILE can be sent before READY. The parent trusts no part of a RESULT, since the child has read
 * a hostile source.
 */
#ifndef COMPILER_PROCESS_PROTOCOL_H
#define COMPILER_PROCESS_PROTOCOL_H

#include "base/frame.h"

enum protocol_type {
    PROTOCOL_CONFIGURE = 1,
    PROTOCOL_READY,
    PROTOCOL_FAILED,
    PROTOCOL_COMPILE,
    PROTOCOL_RESULT,
};

/* The blobs of a RESULT. */
enum protocol_blob { PROTOCOL_LOG, PROTOCOL_PTX, PROTOCOL_CUBIN, PROTOCOL_BLOBS };

/* The child's end of the socket pair. */
enum { PROTOCOL_FD = 3 };

static const struct frame_limits protocol_request_limits = {
    .header_bytes = 256 * 1024, .blob_count = 1, .total_bytes = 4 * 1024 * 1024};
static const struct frame_limits protocol_result_limits = {
    .header_bytes = 256 * 1024, .blob_count = PROTOCOL_BLOBS, .total_bytes = 192 * 1024 * 1024};

#endif
