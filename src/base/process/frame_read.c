/* Reads frames. */
#include "base/process/frame.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"

/* A message is read in three parts. The size of each is known before it starts. */
enum part { PART_FIXED, PART_SIZES, PART_BODY };

enum { GROW_BYTES = 1 << 20 };

struct frame_reader {
    int fd;
    struct frame_limits limits;
    enum part part;
    uint64_t part_end; /* the end of the current part, counted from the message's start */
    uint32_t type;
    uint32_t header_bytes;
    uint32_t blob_count;
    unsigned char *memory; /* malloc aligns to 16, and so do the parts */
    uint64_t size_bytes;
    uint64_t capacity_bytes;
    bool broken;
};

static uint32_t get_u32(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t get_u64(const unsigned char *at)
{
    return get_u32(at) | (uint64_t)get_u32(at + 4) << 32;
}

void frame_done(struct frame *frame)
{
    json_decref(frame->header);
    free(frame->blobs);
    free(frame->memory);
    *frame = (struct frame)FRAME_INIT;
}

static void begin_message(struct frame_reader *reader)
{
    reader->part = PART_FIXED;
    reader->part_end = FRAME_FIXED_BYTES;
    reader->memory = NULL;
    reader->size_bytes = 0;
    reader->capacity_bytes = 0;
}

struct frame_reader *frame_reader_new(int fd, const struct frame_limits *limits)
{
    struct frame_reader *reader = calloc(1, sizeof *reader);
    if (!reader) {
        fputs("warpschool: out of memory\n", stderr);
        abort();
    }
    reader->fd = fd;
    reader->limits = *limits;
    begin_message(reader);
    return reader;
}

void frame_reader_free(struct frame_reader *reader)
{
    if (!reader)
        return;
    free(reader->memory);
    free(reader);
}

/* Memory follows the received bytes: at most twice as much, or 1 MiB more. */
static bool make_room(struct frame_reader *reader, struct error *error)
{
    if (reader->size_bytes < reader->capacity_bytes)
        return true;
    uint64_t capacity_bytes = reader->capacity_bytes * 2;
    if (capacity_bytes < GROW_BYTES)
        capacity_bytes = GROW_BYTES;
    if (capacity_bytes > reader->part_end)
        capacity_bytes = reader->part_end;
    unsigned char *memory = realloc(reader->memory, capacity_bytes);
    if (!memory)
        return error_set(error, ERROR_MEMORY, "no memory for a message of %llu bytes",
                         (unsigned long long)reader->part_end);
    reader->memory = memory;
    reader->capacity_bytes = capacity_bytes;
    return true;
}

/*
 * Reads towards the end of the current part. True without reaching part_end: no more bytes are
 * available now.
 */
static bool fill_part(struct frame_reader *reader, struct error *error)
{
    while (reader->size_bytes < reader->part_end) {
        if (!make_room(reader, error))
            return false;
        uint64_t end = reader->part_end < reader->capacity_bytes ? reader->part_end : reader->capacity_bytes;
        ssize_t got = read(reader->fd, reader->memory + reader->size_bytes, (size_t)(end - reader->size_bytes));
        if (got > 0)
            reader->size_bytes += (uint64_t)got;
        else if (!got)
            return error_set(error, ERROR_CRASH, "the other process closed its pipe%s",
                             reader->size_bytes ? " in the middle of a message" : "");
        else if (errno == EAGAIN)
            return true;
        else if (errno == ECONNRESET)
            return error_set(error, ERROR_CRASH, "the other process is gone");
        else if (errno != EINTR)
            return error_set_errno(error, "cannot read from a pipe");
    }
    return true;
}

static bool set_part_end(struct frame_reader *reader, enum part part, uint64_t size_bytes, struct error *error)
{
    uint64_t padded;
    if (!frame_padded(size_bytes, &padded) || padded > reader->limits.total_bytes)
        return error_set(error, ERROR_MEMORY, "a message is larger than %llu bytes",
                         (unsigned long long)reader->limits.total_bytes);
    reader->part = part;
    reader->part_end = padded;
    return true;
}

static bool take_fixed(struct frame_reader *reader, struct error *error)
{
    const unsigned char *at = reader->memory;
    if (get_u32(at) != FRAME_MAGIC)
        return error_set(error, ERROR_SYNTAX, "a message does not begin as one");
    reader->type = get_u32(at + 4);
    reader->header_bytes = get_u32(at + 8);
    reader->blob_count = get_u32(at + 12);
    if (reader->header_bytes > reader->limits.header_bytes)
        return error_set(error, ERROR_MEMORY, "a message's header is larger than %u bytes",
                         reader->limits.header_bytes);
    if (reader->blob_count > reader->limits.blob_count)
        return error_set(error, ERROR_MEMORY, "a message has more than %u parts", reader->limits.blob_count);
    return set_part_end(reader, PART_SIZES, FRAME_FIXED_BYTES + (uint64_t)reader->blob_count * FRAME_SIZE_BYTES, error);
}

static bool take_sizes(struct frame_reader *reader, struct error *error)
{
    uint64_t end;
    bool fits = frame_padded(reader->part_end + reader->header_bytes, &end);
    for (uint32_t i = 0; fits && i < reader->blob_count; i++) {
        uint64_t padded = 0;
        fits = frame_padded(get_u64(reader->memory + FRAME_FIXED_BYTES + i * FRAME_SIZE_BYTES), &padded) &&
               !__builtin_add_overflow(end, padded, &end);
    }
    if (!set_part_end(reader, PART_BODY, fits ? end : UINT64_MAX, error))
        return false;
    return true;
}

/* Skips zeros up to the next aligned offset. Checks them, so padding can carry no data. */
static bool skip_padding(const struct frame_reader *reader, uint64_t *offset)
{
    while (*offset % FRAME_ALIGNMENT)
        if (reader->memory[(*offset)++])
            return false;
    return true;
}

static bool lay_out(const struct frame_reader *reader, struct frame *frame, uint64_t *out_json, struct error *error)
{
    uint64_t offset = FRAME_FIXED_BYTES + (uint64_t)reader->blob_count * FRAME_SIZE_BYTES;
    bool clean = skip_padding(reader, &offset);
    *out_json = offset;
    offset += reader->header_bytes;
    clean = clean && skip_padding(reader, &offset);
    for (uint32_t i = 0; clean && i < reader->blob_count; i++) {
        uint64_t size_bytes = get_u64(reader->memory + FRAME_FIXED_BYTES + i * FRAME_SIZE_BYTES);
        frame->blobs[i] = (struct frame_blob){reader->memory + offset, size_bytes};
        offset += size_bytes;
        clean = skip_padding(reader, &offset);
    }
    return clean || error_set(error, ERROR_SYNTAX, "a message's padding is not zero");
}

static bool finish(struct frame_reader *reader, struct frame *out_frame, struct error *error)
{
    CLEANUP(frame_done) struct frame frame = FRAME_INIT;
    frame.type = reader->type;
    frame.blob_count = reader->blob_count;
    frame.blobs = calloc(reader->blob_count ? reader->blob_count : 1, sizeof *frame.blobs);
    if (!frame.blobs)
        return error_set(error, ERROR_MEMORY, "no memory for the parts of a message");
    uint64_t json_offset;
    if (!lay_out(reader, &frame, &json_offset, error))
        return false;
    frame.header = json_read((const char *)reader->memory + json_offset, reader->header_bytes, error);
    if (!frame.header)
        return error_add_context(error, "a message's header");
    if (!json_is_object(frame.header))
        return error_set(error, ERROR_SYNTAX, "a message's header is not an object");
    frame.memory = reader->memory;
    *out_frame = frame;
    frame = (struct frame)FRAME_INIT;
    begin_message(reader);
    return true;
}

/* Reads part by part, until a message is complete or no more bytes are available. */
static bool advance(struct frame_reader *reader, struct frame *out_frame, bool *out_ready, struct error *error)
{
    *out_ready = false;
    for (;;) {
        if (!fill_part(reader, error))
            return false;
        if (reader->size_bytes < reader->part_end)
            return true;
        if (reader->part == PART_BODY) {
            *out_ready = finish(reader, out_frame, error);
            return *out_ready;
        }
        bool taken = reader->part == PART_FIXED ? take_fixed(reader, error) : take_sizes(reader, error);
        if (!taken)
            return false;
    }
}

bool frame_reader_take(struct frame_reader *reader, struct frame *out_frame, bool *out_ready, struct error *error)
{
    if (reader->broken)
        return error_set(error, ERROR_INTERNAL, "reading went on after a broken message");
    reader->broken = !frame_make_nonblocking(reader->fd, error) || !advance(reader, out_frame, out_ready, error);
    return !reader->broken;
}

bool frame_read(int fd, const struct frame_limits *limits, int64_t deadline_ns, struct frame *out_frame,
                struct error *error)
{
    CLEANUP(frame_reader_free) struct frame_reader *reader = frame_reader_new(fd, limits);
    for (;;) {
        bool ready;
        if (!frame_reader_take(reader, out_frame, &ready, error))
            return false;
        if (ready)
            return true;
        if (!frame_wait(fd, POLLIN, deadline_ns, error))
            return false;
    }
}
