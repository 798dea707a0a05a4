/* Any bytes from a peer: each accepted message is within its memory. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/frame.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void touch(const struct frame *frame)
{
    volatile unsigned char sum = 0;
    for (size_t i = 0; i < frame->blob_count; i++)
        for (uint64_t j = 0; j < frame->blobs[i].size_bytes; j++)
            sum = (unsigned char)(sum + ((const unsigned char *)frame->blobs[i].data)[j]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct frame_limits limits = {.header_bytes = 1024, .blob_count = 16, .total_bytes = 1 << 16};
    int ends[2];
    if (size > 32768 || pipe(ends))
        return 0;
    if (write(ends[1], data, size) != (ssize_t)size)
        abort();
    close(ends[1]);
    CLEANUP(frame_reader_free) struct frame_reader *reader = frame_reader_new(ends[0], &limits);
    for (;;) {
        CLEANUP(frame_done) struct frame frame = FRAME_INIT;
        bool ready = false;
        if (!frame_reader_take(reader, &frame, &ready, NULL) || !ready)
            break; /* the end of the stream is an error too */
        touch(&frame);
    }
    close(ends[0]);
    return 0;
}
