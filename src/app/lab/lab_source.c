/* Fills definitions and blanks of a lab's kernel, line by line. */
#include "app/lab/lab_source.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/identifier.h"
#include "base/text.h"

enum { MARKER_BYTES = 64 };

const char *lab_source_blank(const char *line, size_t length, const char *name, size_t *out_length)
{
    char marker[MARKER_BYTES];
    size_t size = (size_t)snprintf(marker, sizeof marker, "/*?%s*/", name);
    const char *found = size < sizeof marker ? memmem(line, length, marker, size) : NULL;
    if (!found)
        return NULL;
    const char *end = found + size;
    while (end < line + length && identifier_has(*end))
        end++;
    *out_length = (size_t)(end - found);
    return found;
}

static const char *find(const struct named_texts *texts, const char *name, size_t length)
{
    for (size_t i = 0; texts && i < texts->count; i++)
        if (strlen(texts->items[i].name) == length && strncmp(texts->items[i].name, name, length) == 0)
            return texts->items[i].text;
    return NULL;
}

/* `#define NAME value`: true if the value is replaced. */
static bool add_definition(struct buffer *out, const char *line, size_t length, const struct lab_changes *changes)
{
    static const char keyword[] = "#define ";
    if (length < strlen(keyword) || !text_begins(line, keyword))
        return false;
    const char *name = line + strlen(keyword);
    size_t name_length = 0;
    while (name + name_length < line + length && identifier_has(name[name_length]))
        name_length++;
    const char *text = find(changes->more, name, name_length);
    if (!text)
        text = find(changes->with, name, name_length);
    if (text)
        buffer_printf(out, "%s%.*s %s", keyword, (int)name_length, name, text);
    return text != NULL;
}

static bool add_replaced(struct buffer *out, const char *line, size_t length, int number, const struct source *source,
                         const struct lab_changes *changes)
{
    for (size_t i = 0; changes->replaced && i < changes->replaced->count; i++) {
        const struct named_text *item = &changes->replaced->items[i];
        if (lab_find_mark(source, item->name) != number)
            continue;
        size_t indent = strspn(line, " ");
        buffer_printf(out, "%.*s%s", (int)(indent < length ? indent : 0), line, item->text);
        return true;
    }
    return false;
}

static struct source changed_source(const struct source *source, struct buffer *text, struct arena *arena)
{
    return (struct source){.name = source->name,
                           .text = arena_strndup(arena, buffer_text(text), text->size_bytes),
                           .size_bytes = text->size_bytes};
}

static void add_line(struct buffer *out, const char *line, size_t length, const struct lab_changes *changes)
{
    const char *end = line + length;
    for (size_t i = 0; changes->blanks && i < changes->blanks->count; i++) {
        size_t size;
        const char *found = lab_source_blank(line, length, changes->blanks->items[i].name, &size);
        if (!found)
            continue;
        buffer_append(out, line, (size_t)(found - line));
        buffer_printf(out, "(%s)", changes->blanks->items[i].text);
        line = found + size;
        length = (size_t)(end - line);
    }
    buffer_append(out, line, length);
}

struct source lab_source(const struct lab_kernel *kernel, const struct lab_changes *changes, struct arena *arena)
{
    const struct source *source = kernel->source;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    int number = 1;
    for (const char *line = source->text; *line; number++) {
        size_t length = strcspn(line, "\n");
        if (number <= kernel->head_lines) {
            line += length + (line[length] == '\n');
            continue;
        }
        if (!add_definition(&text, line, length, changes) &&
            !add_replaced(&text, line, length, number, source, changes))
            add_line(&text, line, length, changes);
        line += length;
        if (*line == '\n')
            buffer_append_char(&text, *line++);
    }
    return changed_source(source, &text, arena);
}

/* `half` in `for (int half = 4; ..)`: the variable that counts the rounds. "": there is none. */
static void loop_variable(const char *line, size_t length, char *name, size_t size)
{
    static const char keyword[] = "for (int ";
    const char *found = memmem(line, length, keyword, strlen(keyword));
    if (!found)
        return;
    found += strlen(keyword);
    size_t count = 0;
    while (count + 1 < size && identifier_has(found[count])) {
        name[count] = found[count];
        count++;
    }
    name[count] = '\0';
}

static void add_print(struct buffer *out, const char *array, size_t elements, const char *variable)
{
    buffer_append_text(out, " if (threadIdx.x == 0) printf(\"");
    buffer_append_text(out, *variable ? "%s = %d" : "%s");
    for (size_t i = 0; i < elements; i++)
        buffer_append_text(out, " %g");
    buffer_printf(out, "\\n\", \"%s\"", *variable ? variable : array);
    if (*variable)
        buffer_printf(out, ", (int)%s", variable);
    for (size_t i = 0; i < elements; i++)
        buffer_printf(out, ", (double)%s[%zu]", array, i);
    buffer_append_text(out, ");");
}

struct source lab_source_traced(const struct source *source, const char *array, size_t elements, struct arena *arena)
{
    static const char barrier[] = "__syncthreads();";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    char variable[MARKER_BYTES] = "";
    for (const char *line = source->text; *line;) {
        size_t length = strcspn(line, "\n");
        loop_variable(line, length, variable, sizeof variable);
        const char *found = memmem(line, length, barrier, strlen(barrier));
        size_t kept = found ? (size_t)(found - line) + strlen(barrier) : length;
        buffer_append(&text, line, kept);
        if (found) {
            add_print(&text, array, elements, variable);
            buffer_append(&text, line + kept, length - kept);
        }
        line += length;
        if (*line == '\n')
            buffer_append_char(&text, *line++);
    }
    return changed_source(source, &text, arena);
}
