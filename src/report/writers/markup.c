/* Text inside XML and HTML. */
#include "report/writers/markup.h"

#include <string.h>

#include "base/text.h"

static const char *entity_of(char character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void markup_append(struct buffer *out, const char *text)
{
    CLEANUP(buffer_done) struct buffer harmless = BUFFER_INIT;
    text_sanitise(&harmless, text, strlen(text));
    for (const char *at = buffer_text(&harmless); *at; at++) {
        const char *entity = entity_of(*at);
        if (entity)
            buffer_append_text(out, entity);
        else
            buffer_append_char(out, *at);
    }
}
