/* The lines of a lab's kernel that are drawn. */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/identifier.h"

#include "app/lab.h"
#include "app/lab/lab_source.h"
#include "base/text.h"

enum { CODE_LINES_MAX = 200 };

/* Launch lines and definitions open a kernel. They are drawn only between marks. */
static bool is_opening(const char *line)
{
    return text_begins(line, "//!") || text_begins(line, "#define ") || *line == '\n';
}

static void find_lines(const struct lab_kernel *kernel, int *out_first, int *out_last)
{
    int number = 1;
    const char *line = kernel->source->text;
    *out_first = lab_find_mark(kernel->source, LAB_MARK_BEGIN);
    *out_last = lab_find_mark(kernel->source, LAB_MARK_END);
    for (; number <= kernel->head_lines || is_opening(line); number++) {
        if (!*line)
            break;
        line = text_next_line(line);
    }
    if (!*out_first)
        *out_first = number;
    for (; *line; line = text_next_line(line))
        number++;
    if (!*out_last)
        *out_last = number - 1;
}

/* Without its marks, and without blanks at its end. */
static size_t drawn_length(const char *line)
{
    size_t length = strcspn(line, "\n");
    const char *mark = memmem(line, length, LAB_MARK, strlen(LAB_MARK));
    length = mark ? (size_t)(mark - line) : length;
    while (length && isspace((unsigned char)line[length - 1]))
        length--;
    return length;
}

static bool has_name(const struct named_texts *texts, const char *name)
{
    for (size_t i = 0; i < texts->count; i++)
        if (strcmp(texts->items[i].name, name) == 0)
            return true;
    return false;
}

/*
 * The value of a blank that this step does not ask for: the text of its #define, or its word. A
 * value that the step changes stays a word. Returns the end of the word.
 */
static const char *add_value(const struct lab *lab, const struct source *source, const char *word, struct arena *arena,
                             struct buffer *text)
{
    const char *end = word;
    while (identifier_has(*end))
        end++;
    const char *name = arena_strndup(arena, word, (size_t)(end - word));
    bool is_changed = has_name(&lab->with, name) || (lab->range.name && strcmp(lab->range.name, name) == 0);
    const char *definition = is_changed || !*name ? NULL : lab_find_definition(source, name);
    if (definition)
        buffer_append(text, definition, strcspn(definition, "\n"));
    else
        buffer_append_text(text, name);
    return end;
}

/* The blank of this step whose marker is at `marker`, or -1. */
static int find_blank(const struct lab *lab, const char *marker, const char *end)
{
    for (size_t i = 0; i < lab->blanks.count; i++) {
        size_t size;
        if (lab_source_blank(marker, (size_t)(end - marker), lab->blanks.items[i].name, &size) == marker)
            return (int)i;
    }
    return -1;
}

/* Without markers. A fill has nothing in its blank; other blanks have their values. */
static void set_text(const struct lab *lab, const struct source *source, const char *line, struct arena *arena,
                     struct lab_code_line *out)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    const char *end = line + drawn_length(line);
    while (line < end) {
        bool is_marker = end - line > 3 && text_begins(line, "/*?");
        const char *close = is_marker ? memmem(line, (size_t)(end - line), "*/", 2) : NULL;
        int blank = close ? find_blank(lab, line, end) : -1;
        if (!close) {
            buffer_append_char(&text, *line++);
        } else if (blank < 0) {
            line = add_value(lab, source, close + 2, arena, &text);
        } else {
            size_t size;
            lab_source_blank(line, (size_t)(end - line), lab->blanks.items[blank].name, &size);
            out->blank = blank;
            out->blank_at = text.size_bytes;
            line += size;
        }
    }
    out->text = arena_strdup(arena, buffer_text(&text));
}

/* The blanks that every line begins with are left out. */
static void drop_common_indent(struct lab_code_line *lines, size_t count)
{
    size_t common = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        size_t indent = strspn(lines[i].text, " ");
        if (lines[i].text[indent] && indent < common)
            common = indent;
    }
    for (size_t i = 0; i < count && common != SIZE_MAX; i++) {
        size_t dropped = strspn(lines[i].text, " ") < common ? strspn(lines[i].text, " ") : common;
        lines[i].text += dropped;
        lines[i].blank_at -= lines[i].blank >= 0 ? dropped : 0;
    }
}

static bool is_marked_line(const struct lab *lab, const struct lab_kernel *kernel, int number)
{
    if (lab->mark && lab_find_mark(kernel->source, lab->mark) == number)
        return true;
    return lab->replaced.count && lab_find_mark(kernel->source, lab->replaced.items[0].name) == number;
}

size_t lab_code(const struct lab *lab, const struct lab_kernel *kernel, struct arena *arena,
                struct lab_code_line **out_lines)
{
    int first, last, number = 1;
    size_t count = 0;
    *out_lines = NULL;
    if (!kernel->source)
        return 0;
    find_lines(kernel, &first, &last);
    *out_lines = ARENA_ARRAY(arena, CODE_LINES_MAX, struct lab_code_line);
    for (const char *line = kernel->source->text; *line && count < CODE_LINES_MAX;
         line = text_next_line(line), number++) {
        if (number < first || number > last)
            continue;
        struct lab_code_line *out = &(*out_lines)[count++];
        *out = (struct lab_code_line){
            .number = number - kernel->head_lines, .is_marked = is_marked_line(lab, kernel, number), .blank = -1};
        set_text(lab, kernel->source, line, arena, out);
    }
    drop_common_indent(*out_lines, count);
    return count;
}
