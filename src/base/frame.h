/*
 * Frames: messages between the program and its children, over pipes or socket pairs.
 *
 * A message is a type, a small JSON object and any number of binary blobs. The peer is hostile: a
 * sandboxed child can be taken over. Sizes are checked against limits before any allocation. Memory
 * grows only with the bytes received. Padding and counts must be exact. Descriptors become
 * non-blocking and stay so.
 *
 * The wire form is little-endian. Each part is padded with zeros to 16 bytes, so blobs are aligned:
 *
 *     u32 magic "WSF1"   u32 type   u32 header bytes   u32 blob count
 *     u64 blob size, for each blob
 *     JSON text
 *     blobs
 */
#ifndef BASE_FRAME_H
#define BASE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/error.h"

struct frame_limits {
    uint32_t header_bytes;
    uint32_t blob_count;
    uint64_t total_bytes; /* the whole message */
};

struct frame_blob {
    const void *data; /* of a received frame: aligned to 16 bytes; the frame owns it */
    uint64_t size_bytes;
};

/* A received message. */
struct frame {
    uint32_t type;
    json_t *header; /* an object, owned */
    struct frame_blob *blobs;
    size_t blob_count;
    void *memory;
};

#define FRAME_INIT \
    {              \
        0          \
    }

void frame_done(struct frame *frame);
DEFINE_CLEANUP_VALUE(frame_done, struct frame)

/*
 * Writes one message. ERROR_CRASH if the peer is gone (no SIGPIPE), ERROR_TIMEOUT at the deadline.
 */
bool frame_write(int fd, uint32_t type, const json_t *header, const struct frame_blob *blobs, size_t blob_count,
                 int64_t deadline_ns, struct error *error);

/*
 * Reads one message, and no byte after it. End of stream: ERROR_CRASH. A broken message:
 * ERROR_SYNTAX or ERROR_MEMORY.
 */
bool frame_read(int fd, const struct frame_limits *limits, int64_t deadline_ns, struct frame *out_frame,
                struct error *error);

/* For event loops: reads the available bytes and never waits. */
struct frame_reader;

struct frame_reader *frame_reader_new(int fd, const struct frame_limits *limits); /* does not own fd */
void frame_reader_free(struct frame_reader *reader);
DEFINE_CLEANUP(frame_reader_free, struct frame_reader *)

/*
 * Call this when fd is readable. If a whole message came, `out_ready` is true and `out_frame` is
 * filled. The reader then begins the next one: call again until not ready. After an error the
 * reader must not be used.
 */
bool frame_reader_take(struct frame_reader *reader, struct frame *out_frame, bool *out_ready, struct error *error);

#endif
