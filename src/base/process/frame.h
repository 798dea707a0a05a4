/* The wire form of a frame. The writer (frame_write.c) and the reader (frame_read.c) share it. */
#ifndef BASE_PROCESS_FRAME_H
#define BASE_PROCESS_FRAME_H

#include "base/frame.h"

#define FRAME_MAGIC UINT32_C(0x31465357) /* "WSF1" */

enum { FRAME_FIXED_BYTES = 16, FRAME_ALIGNMENT = 16, FRAME_SIZE_BYTES = 8 };

/* Rounds up to FRAME_ALIGNMENT. False on overflow. */
static inline bool frame_padded(uint64_t size_bytes, uint64_t *out_padded)
{
    if (__builtin_add_overflow(size_bytes, (uint64_t)FRAME_ALIGNMENT - 1, out_padded))
        return false;
    *out_padded -= *out_padded % FRAME_ALIGNMENT;
    return true;
}

/* Waits until fd is ready for `events` (poll.h) or the deadline passes. */
bool frame_wait(int fd, short events, int64_t deadline_ns, struct error *error);

bool frame_make_nonblocking(int fd, struct error *error);

#endif
