/*
 * The links of a Markdown text. It is no Markdown parser: it finds `](target)` outside code, the
 * form that authors write.
 */
#include <string.h>

#include "base/text.h"
#include "curriculum/check/loading.h"

struct link_scan {
    const struct loading *loading;
    void (*bad)(void *context, const char *target, size_t length_bytes, const char *why);
    void *context;
};

static void check_target(const struct link_scan *scan, const char *target, size_t length)
{
    static const char *const elsewhere[] = {"https://", "http://", "#"};
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (text_begins(target, elsewhere[i]))
            return;
    enum { ID_BYTES = 80 };
    char id[ID_BYTES] = "";
    const char *colon = memchr(target, ':', length);
    size_t id_length = colon ? length - (size_t)(colon + 1 - target) : 0;
    if (id_length && id_length < sizeof id)
        memcpy(id, colon + 1, id_length);
    id[strcspn(id, "#")] = '\0';
    const char *why = "a link leads to lesson:ID, exercise:ID or a web address";
    if (text_begins(target, "lesson:"))
        why = loading_find_lesson(scan->loading, id) ? NULL : "there is no such lesson";
    else if (text_begins(target, "exercise:"))
        why = loading_find_exercise(scan->loading, id) ? NULL : "there is no such exercise";
    if (why)
        scan->bad(scan->context, target, length, why);
}

/* Skips a code span that begins at `text`. Skips the backticks alone if it is not closed. */
static const char *skip_code_span(const char *text)
{
    size_t ticks = strspn(text, "`");
    const char *inside = text + ticks;
    for (const char *at = strchr(inside, '`'); at; at = strchr(at, '`')) {
        size_t closing = strspn(at, "`");
        if (closing == ticks)
            return at + closing;
        at += closing;
    }
    return inside;
}

static bool is_fence(const char *line)
{
    line += strspn(line, " ");
    return text_begins(line, "```") || text_begins(line, "~~~");
}

static const char *skip_fenced(const char *line)
{
    for (line = text_next_line(line); *line && !is_fence(line);)
        line = text_next_line(line);
    return text_next_line(line);
}

void links_check(const struct loading *loading, const char *markdown,
                 void (*bad)(void *context, const char *target, size_t length_bytes, const char *why), void *context)
{
    struct link_scan scan = {loading, bad, context};
    bool at_line_start = true;
    for (const char *at = markdown; *at;) {
        if (at_line_start && is_fence(at)) {
            at = skip_fenced(at);
            continue;
        }
        at_line_start = *at == '\n';
        if (*at == '`') {
            at = skip_code_span(at);
            continue;
        }
        if (at[0] == ']' && at[1] == '(') {
            size_t length = strcspn(at + 2, ") \n");
            check_target(&scan, at + 2, length);
            at += 2 + length;
            continue;
        }
        at++;
    }
}
