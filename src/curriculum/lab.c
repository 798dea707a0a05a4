/* Lookups of labs and of the places in their kernels. */
#include "curriculum/lab.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

const struct lab *curriculum_find_lab(const struct curriculum *curriculum, const char *id)
{
    for (size_t i = 0; id && i < curriculum->lesson_count; i++) {
        const struct lesson *lesson = curriculum->lessons[i];
        for (size_t k = 0; k < lesson->step_count; k++)
            if (step_is_lab(&lesson->steps[k]) && strcmp(lesson->steps[k].lab->id, id) == 0)
                return lesson->steps[k].lab;
    }
    return NULL;
}

const struct named_texts *lab_answers(const struct lab *lab)
{
    return lab->replaced.count ? &lab->replaced : &lab->blanks;
}

static char bracket_of(char closing)
{
    return closing == ')' ? '(' : closing == ']' ? '[' : '\0';
}

bool lab_brackets_match(const char *text)
{
    char open[LAB_BLANK_BYTES_MAX];
    size_t depth = 0;
    for (; *text; text++) {
        bool opens = *text == '(' || *text == '[';
        if (opens && depth == sizeof open)
            return false;
        if (opens)
            open[depth++] = *text;
        else if (bracket_of(*text) && (depth == 0 || open[--depth] != bracket_of(*text)))
            return false;
    }
    return depth == 0;
}

/* `==`, `!=`, `<=` and `>=` compare. Any other `=`, and `++` and `--`, change something. */
static bool has_assignment(const char *text)
{
    if (strstr(text, "++") || strstr(text, "--"))
        return true;
    for (size_t i = 0; text[i]; i++) {
        if (text[i] != '=')
            continue;
        char before = i ? text[i - 1] : ' ', earlier = i > 1 ? text[i - 2] : ' ';
        bool is_shift = (before == '<' || before == '>') && earlier == before;
        if (text[i + 1] == '=' && !strchr("<>=!+-*/%&|^", before))
            i++;
        else if (!strchr("<>!", before) || is_shift)
            return true;
    }
    return false;
}

bool lab_blank_is_usable(const char *text, bool is_line)
{
    size_t length = strlen(text);
    if (length == 0 || length > LAB_BLANK_BYTES_MAX || text[strspn(text, " ")] == '\0')
        return false;
    if (strpbrk(text, "{}#\"\\\n\t") || strstr(text, "//") || strstr(text, "/*") || !lab_brackets_match(text))
        return false;
    return is_line || (!strchr(text, ';') && !has_assignment(text));
}

static const char *trimmed(struct arena *arena, const char *text, size_t length)
{
    while (length && *text == ' ')
        text++, length--;
    while (length && text[length - 1] == ' ')
        length--;
    return arena_strndup(arena, text, length);
}

size_t lab_split_answer(const struct lab *lab, const char *text, struct arena *arena, const char *out_parts[])
{
    size_t count = 0;
    bool is_whole = lab_answers(lab)->count <= 1;
    for (;;) {
        size_t length = is_whole ? strlen(text) : strcspn(text, ";");
        if (count < LAB_BLANKS_MAX)
            out_parts[count] = trimmed(arena, text, length);
        count++;
        if (!text[length] || count > LAB_BLANKS_MAX)
            return count;
        text += length + 1;
    }
}

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

/* The marks of a line: the words after `//@ `. NULL: none. */
static const char *marks_of(const char *line, const char *end)
{
    for (const char *at = line; at + strlen(LAB_MARK) <= end; at++)
        if (strncmp(at, LAB_MARK, strlen(LAB_MARK)) == 0)
            return at + strlen(LAB_MARK);
    return NULL;
}

static bool has_mark(const char *marks, const char *end, const char *name)
{
    size_t length = strlen(name);
    while (marks && marks < end) {
        while (marks < end && isspace((unsigned char)*marks))
            marks++;
        const char *word = marks;
        while (marks < end && !isspace((unsigned char)*marks))
            marks++;
        if ((size_t)(marks - word) == length && strncmp(word, name, length) == 0)
            return true;
    }
    return false;
}

int lab_find_mark(const struct source *source, const char *name)
{
    int number = 1;
    for (const char *line = source->text; *line; line = line_end(line) + (*line_end(line) == '\n'), number++)
        if (has_mark(marks_of(line, line_end(line)), line_end(line), name))
            return number;
    return 0;
}

const char *lab_find_definition(const struct source *source, const char *name)
{
    static const char keyword[] = "#define ";
    size_t length = strlen(name);
    for (const char *line = source->text; *line; line = line_end(line) + (*line_end(line) == '\n')) {
        if (!text_begins(line, keyword))
            continue;
        const char *defined = line + strlen(keyword);
        if (strncmp(defined, name, length) == 0 && defined[length] == ' ')
            return defined + length + 1;
    }
    return NULL;
}
