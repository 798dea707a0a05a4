/* Puts named fields into a sentence template. */
#include "grader/value/template.h"

#include <string.h>

#include "base/text.h"

static const char *find_field(const struct template_field *fields, size_t field_count, const char *name, size_t length)
{
    for (size_t i = 0; i < field_count; i++)
        if (strlen(fields[i].name) == length && !memcmp(fields[i].name, name, length))
            return fields[i].text ? fields[i].text : "";
    return NULL;
}

void template_expand(const char *template, const struct template_field *fields, size_t field_count, struct buffer *out)
{
    size_t begin = out->size_bytes;
    for (const char *at = template; *at;) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        const char *text = end ? find_field(fields, field_count, at + 1, (size_t)(end - at - 1)) : NULL;
        if (text)
            buffer_append_text(out, text);
        else
            buffer_append_char(out, *at);
        at = text ? end + 1 : at + 1;
    }
    text_close_gaps(out, begin);
}
