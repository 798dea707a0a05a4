/* Text without Unicode tables, for messages on a machine that has no library for them. */
#include "base/text.h"

#include <string.h>

void text_sanitise(struct buffer *out, const char *text, size_t size_bytes)
{
    buffer_append(out, text, size_bytes);
}

void text_sanitise_line(struct buffer *out, const char *text, size_t size_bytes)
{
    buffer_append(out, text, size_bytes);
}

int text_width_bytes(const char *text, size_t size_bytes)
{
    (void)text;
    return (int)size_bytes;
}

void text_append_expanded(struct buffer *out, const char *text, size_t size_bytes, int tab_columns)
{
    (void)tab_columns;
    buffer_append(out, text, size_bytes);
}
