/* The growable run of bytes. */
#include "base/buffer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_done(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer)BUFFER_INIT;
}

char *buffer_reserve(struct buffer *buffer, size_t size_bytes)
{
    size_t needed_bytes;
    if (__builtin_add_overflow(buffer->size_bytes, size_bytes, &needed_bytes) || needed_bytes > SIZE_MAX / 2)
        needed_bytes = SIZE_MAX / 2;
    if (needed_bytes + 1 > buffer->capacity_bytes) {
        size_t capacity_bytes = buffer->capacity_bytes ? buffer->capacity_bytes : 64;
        while (capacity_bytes < needed_bytes + 1)
            capacity_bytes *= 2;
        char *data = realloc(buffer->data, capacity_bytes);
        if (!data) {
            fputs("warpschool: out of memory\n", stderr);
            abort();
        }
        buffer->data = data;
        buffer->capacity_bytes = capacity_bytes;
    }
    return buffer->data + buffer->size_bytes;
}

void buffer_append(struct buffer *buffer, const void *data, size_t size_bytes)
{
    char *end = buffer_reserve(buffer, size_bytes);
    if (size_bytes)
        memcpy(end, data, size_bytes);
    buffer->size_bytes += size_bytes;
    buffer->data[buffer->size_bytes] = '\0';
}

void buffer_append_text(struct buffer *buffer, const char *text)
{
    buffer_append(buffer, text, strlen(text));
}

void buffer_append_char(struct buffer *buffer, char character)
{
    buffer_append(buffer, &character, 1);
}

void buffer_append_repeat(struct buffer *buffer, const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        buffer_append_text(buffer, text);
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_vprintf(buffer, format, arguments);
    va_end(arguments);
}

void buffer_vprintf(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        char *end = buffer_reserve(buffer, (size_t)length);
        vsnprintf(end, (size_t)length + 1, format, again);
        buffer->size_bytes += (size_t)length;
    }
    va_end(again);
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size_bytes = 0;
    if (buffer->data)
        buffer->data[0] = '\0';
}

const char *buffer_text(const struct buffer *buffer)
{
    return buffer->data ? buffer->data : "";
}

char *buffer_take(struct buffer *buffer)
{
    buffer_reserve(buffer, 0)[0] = '\0';
    char *data = buffer->data;
    *buffer = (struct buffer)BUFFER_INIT;
    return data;
}
