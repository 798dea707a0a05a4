/*
 * Buffer: a growable run of bytes. A NUL that is not counted always follows it.
 *
 * Use: `struct buffer b = BUFFER_INIT;`, then append, then buffer_done. Growth failure aborts (see
 * arena.h).
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stddef.h>

#include "base/cleanup.h"

struct buffer {
    char *data; /* not NULL after the first append */
    size_t size_bytes;
    size_t capacity_bytes;
};

#define BUFFER_INIT \
    {               \
        0           \
    }

void buffer_done(struct buffer *buffer);
DEFINE_CLEANUP_VALUE(buffer_done, struct buffer)

void buffer_append(struct buffer *buffer, const void *data, size_t size_bytes);
void buffer_append_text(struct buffer *buffer, const char *text);
void buffer_append_char(struct buffer *buffer, char character);
void buffer_append_repeat(struct buffer *buffer, const char *text, size_t times);
void buffer_printf(struct buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buffer_vprintf(struct buffer *buffer, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));

/*
 * Makes room for `size_bytes` more and returns the start of the room. It does not count them yet.
 */
char *buffer_reserve(struct buffer *buffer, size_t size_bytes);

/* Empties the buffer and keeps its memory. */
void buffer_clear(struct buffer *buffer);

/* The content as text; "" if empty. */
const char *buffer_text(const struct buffer *buffer);

/* Gives the memory to the caller, who frees it with free(). Leaves the buffer empty. Never NULL. */
char *buffer_take(struct buffer *buffer);

#endif
