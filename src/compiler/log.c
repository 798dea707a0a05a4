#include "compiler/log_internal.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "compiler/hints_internal.h"
#include "compiler/log_line_internal.h"
#include "compiler/options_internal.h"

enum {
    BLOCK_LINES_MAX = 40,  /* lines of one entry that are looked at */
    EXTRA_LINES_MAX = 4,   /* lines below a message that are kept with it */
    LINE_BYTES_MAX = 2000, /* of one message */
};

/* The first line of an entry, taken apart. */
struct log_head {
    struct log_line file; /* empty: no place is named */
    int line;             /* 0: none; -1: the end of the source */
    enum diagnostic_severity severity;
    struct log_line message;
};

struct log_parser {
    const struct source *source;
    const char *ptx;
    struct diagnostics *diagnostics;
    const char *cursor;
};

/* How severities are spelled; "warning #177-D: " has its number between the word and the colon. */
static const struct {
    const char *word;
    enum diagnostic_severity severity;
} severities[] = {
    {"error", DIAGNOSTIC_ERROR},          {"catastrophic error", DIAGNOSTIC_ERROR},
    {"internal error", DIAGNOSTIC_ERROR}, {"command-line error", DIAGNOSTIC_ERROR},
    {"warning", DIAGNOSTIC_WARNING},      {"note", DIAGNOSTIC_NOTE},
    {"remark", DIAGNOSTIC_NOTE},
};

const char *log_harmless(struct arena *arena, const char *log, size_t size_bytes)
{
    CLEANUP(buffer_done) struct buffer clean = BUFFER_INIT;
    size_t kept = size_bytes;
    if (kept > LOG_BYTES_MAX) {
        const char *line_end = memrchr(log, '\n', LOG_BYTES_MAX);
        kept = line_end ? (size_t)(line_end - log) + 1 : LOG_BYTES_MAX;
    }
    text_sanitise(&clean, log, kept);
    if (kept < size_bytes)
        buffer_printf(&clean, "\n(%zu more bytes of the compiler's output are left out)\n", size_bytes - kept);
    return arena_strndup(arena, buffer_text(&clean), clean.size_bytes);
}

/* severity = word [" #" number "-D"] ": "; sets the message behind it. */
static bool parse_severity(const char *text, size_t length, struct log_head *head)
{
    for (size_t i = 0; i < sizeof severities / sizeof severities[0]; i++) {
        size_t word = strlen(severities[i].word);
        if (length < word + 2 || memcmp(text, severities[i].word, word) != 0)
            continue;
        size_t at = word;
        if (at + 2 < length && text[at] == ' ' && text[at + 1] == '#')
            while (at < length && text[at] != ':')
                at++;
        if (at + 2 > length || text[at] != ':' || text[at + 1] != ' ')
            continue;
        head->severity = severities[i].severity;
        head->message = (struct log_line){text + at + 2, length - at - 2};
        return true;
    }
    return false;
}

/* place = file "(" line "): " severity message; the leftmost "(" that fits. */
static bool parse_place(struct log_line line, struct log_head *head)
{
    for (size_t open = 1; open + 4 < line.length; open++) {
        if (line.text[open] != '(')
            continue;
        size_t at = open + 1;
        long number = 0;
        while (at < line.length && isdigit((unsigned char)line.text[at]) && number < 100000000)
            number = number * 10 + (line.text[at++] - '0');
        if (at == open + 1 || at + 3 > line.length || memcmp(line.text + at, "): ", 3) != 0)
            continue;
        if (!parse_severity(line.text + at + 3, line.length - at - 3, head))
            continue;
        head->file = (struct log_line){line.text, open};
        head->line = (int)number;
        return true;
    }
    return false;
}

/* head = place | "At end of source: " severity message | "nvrtc: " severity message */
static bool parse_head(struct log_line line, struct log_head *head)
{
    static const char end_of_source[] = "At end of source: ";
    static const char library[] = "nvrtc: ";
    *head = (struct log_head){0};
    if (line.length == 0 || isspace((unsigned char)line.text[0]))
        return false;
    if (log_line_starts(line, end_of_source)) {
        head->line = -1;
        head->file = (struct log_line){OPTIONS_SOURCE_NAME, sizeof OPTIONS_SOURCE_NAME - 1};
        return parse_severity(line.text + sizeof end_of_source - 1, line.length - sizeof end_of_source + 1, head);
    }
    if (log_line_starts(line, library))
        return parse_severity(line.text + sizeof library - 1, line.length - sizeof library + 1, head);
    return parse_place(line, head);
}

/* Collects the lines that belong to an entry: up to an empty line or the next head. */
static size_t take_block(struct log_parser *parser, struct log_line block[BLOCK_LINES_MAX])
{
    size_t count = 0;
    for (;;) {
        const char *start = parser->cursor;
        struct log_line line;
        struct log_head next;
        if (!log_line_next(&parser->cursor, &line) || line.length == 0)
            return count;
        if (parse_head(line, &next)) {
            parser->cursor = start;
            return count;
        }
        if (count < BLOCK_LINES_MAX)
            block[count++] = line;
    }
}

/* The index of the line that holds nothing but a caret, or `count`. */
static size_t find_caret(const struct log_line *block, size_t count, int *out_column)
{
    for (size_t i = 1; i < count; i++) {
        size_t blank = 0;
        while (blank < block[i].length && (block[i].text[blank] == ' ' || block[i].text[blank] == '\t'))
            blank++;
        if (blank + 1 != block[i].length || block[i].text[blank] != '^')
            continue;
        *out_column = (int)blank - 1; /* the source is shown behind two spaces */
        return i;
    }
    return count;
}

static bool source_line_span(const struct source *source, int line, const char **out_start, size_t *out_length)
{
    const char *at = source->text;
    const char *end = at + source->size_bytes;
    for (int number = 1; at < end; number++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        if (number == line) {
            *out_start = at;
            *out_length = (size_t)(stop - at);
            return true;
        }
        at = stop + 1;
    }
    return false;
}

static int last_line(const struct source *source)
{
    int lines = 0;
    const char *at = source->text, *end = source->text + source->size_bytes;
    while (at && at < end) {
        lines++;
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    return lines;
}

/* A place on the learner's line; a column that the line does not have becomes its first. */
static struct location place(const struct source *source, int line, int column)
{
    const char *text;
    size_t length;
    if (line < 0)
        line = last_line(source);
    if (line == 0 || !source_line_span(source, line, &text, &length))
        return (struct location){0};
    if (column < 1 || (size_t)column > length + 1) {
        column = 1;
        while ((size_t)column < length && isspace((unsigned char)text[column - 1]))
            column++;
    }
    int underline = 0;
    for (size_t i = (size_t)column - 1; i < length && (isalnum((unsigned char)text[i]) || text[i] == '_'); i++)
        underline++;
    return (struct location){line, column, underline ? underline : 1};
}

static bool is_learners(struct log_line file)
{
    return file.length == sizeof OPTIONS_SOURCE_NAME - 1 && memcmp(file.text, OPTIONS_SOURCE_NAME, file.length) == 0;
}

/* line = {blank} "#" {blank} "include" {blank} ("<" | "\"") name ...; the name's offset in the line, or 0. */
static size_t parse_include(const char *text, size_t length, struct log_line *out_name)
{
    size_t at = 0;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (at == length || text[at++] != '#')
        return 0;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (length - at < 7 || memcmp(text + at, "include", 7) != 0)
        return 0;
    at += 7;
    while (at < length && isblank((unsigned char)text[at]))
        at++;
    if (at == length || (text[at] != '<' && text[at] != '"'))
        return 0;
    size_t start = ++at;
    while (at < length && text[at] != '>' && text[at] != '"')
        at++;
    *out_name = (struct log_line){text + start, at - start};
    return start;
}

/* The #include that brings `header`: the one whose name its path ends with, else the last one of the source. */
static struct location find_include(const struct source *source, struct log_line header)
{
    struct location last = {0};
    const char *text;
    size_t length;
    for (int line = 1; source_line_span(source, line, &text, &length); line++) {
        struct log_line name;
        size_t offset = parse_include(text, length, &name);
        if (offset == 0 || name.length == 0)
            continue;
        last = (struct location){line, (int)offset + 1, (int)name.length};
        if (header.length > name.length && header.text[header.length - name.length - 1] == '/' &&
            memcmp(header.text + header.length - name.length, name.text, name.length) == 0)
            break;
    }
    return last;
}

/* trailer = ... "at line " number [" of " file]; true when the line is one of the learner's. */
static bool parse_instantiation(struct log_line line, bool in_learners_file, int *out_line)
{
    static const char opening[] = " at line ";
    const char *found = log_line_find(line, opening);
    if (!found)
        return false;
    char *end;
    long number = strtol(found + sizeof opening - 1, &end, 10);
    struct log_line rest = {end, line.length - (size_t)(end - line.text)};
    bool named = log_line_starts(rest, " of ");
    if (number <= 0 || number > INT32_MAX || (named ? !log_line_find(rest, OPTIONS_SOURCE_NAME) : !in_learners_file))
        return false;
    *out_line = (int)number;
    return true;
}

static struct log_line trim(struct log_line line)
{
    while (line.length && isspace((unsigned char)line.text[0])) {
        line.text++;
        line.length--;
    }
    while (line.length && isspace((unsigned char)line.text[line.length - 1]))
        line.length--;
    return line;
}

static int shown(struct log_line line)
{
    return line.length > LINE_BYTES_MAX ? LINE_BYTES_MAX : (int)line.length;
}

/* The message's own further lines, and the "Note #..." lines below the caret, as one text. */
static void append_extras(struct buffer *message, const struct log_line *block, size_t first, size_t end,
                          bool notes_only)
{
    size_t kept = 0;
    for (size_t i = first; i < end && kept < EXTRA_LINES_MAX; i++) {
        struct log_line line = trim(block[i]);
        int at_line;
        if (notes_only && !log_line_starts(line, "Note #"))
            continue;
        if (parse_instantiation(line, true, &at_line) || line.length == 0)
            continue;
        const char *colon = notes_only ? memchr(line.text, ':', line.length) : NULL;
        if (colon && colon + 2 < line.text + line.length) {
            line.length -= (size_t)(colon + 2 - line.text);
            line.text = colon + 2;
        }
        buffer_printf(message, "; %.*s", shown(line), line.text);
        kept++;
    }
}

static void add_hint(struct diagnostics *diagnostics, const char *message)
{
    const char *meant = hints_meant(message);
    const char *hint = hints_find(message);
    if (meant)
        diagnostics_hint(diagnostics, "did you mean '%s'?", meant);
    else if (hint)
        diagnostics_hint(diagnostics, "%s", hint);
}

static void add_instantiations(struct log_parser *parser, const struct log_line *block, size_t count, bool learners)
{
    for (size_t i = 0; i < count; i++) {
        int line;
        if (!parse_instantiation(block[i], learners, &line))
            continue;
        struct log_line text = trim(block[i]);
        if (log_line_starts(text, "detected during "))
            text = (struct log_line){text.text + 16, text.length - 16};
        diagnostics_add(parser->diagnostics, DIAGNOSTIC_NOTE, parser->source, place(parser->source, line, 0),
                        "from here: %.*s", shown(text), text.text);
    }
}

/* Below the folder "include", or the whole path. */
static struct log_line header_name(struct log_line file)
{
    static const char folder[] = "/include/";
    const char *found = log_line_find(file, folder);
    if (!found)
        return file;
    found += sizeof folder - 1;
    return (struct log_line){found, file.length - (size_t)(found - file.text)};
}

/* An entry about a file that is not the learner's: errors only, at the learner's instantiation or #include. */
static void add_foreign(struct log_parser *parser, const struct log_head *head, const struct log_line *block,
                        size_t count)
{
    if (head->severity != DIAGNOSTIC_ERROR)
        return;
    struct location location = find_include(parser->source, head->file);
    for (size_t i = 0; i < count; i++) {
        int line;
        if (parse_instantiation(block[i], false, &line))
            location = place(parser->source, line, 0);
    }
    struct log_line header = header_name(head->file);
    CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
    buffer_printf(&message, "%.*s", shown(head->message), head->message.text);
    diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, parser->source, location, "in %.*s, line %d: %s",
                    shown(header), header.text, head->line, buffer_text(&message));
    add_hint(parser->diagnostics, buffer_text(&message));
}

static void add_entry(struct log_parser *parser, const struct log_head *head)
{
    struct log_line block[BLOCK_LINES_MAX];
    size_t count = take_block(parser, block);
    bool learners = is_learners(head->file);
    if (head->file.length && !learners) {
        add_foreign(parser, head, block, count);
        return;
    }
    int column = 0;
    size_t caret = find_caret(block, count, &column);
    size_t extra_end = caret == count ? count : caret - 1;
    CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
    struct log_line text = trim(head->message);
    buffer_printf(&message, "%.*s", shown(text), text.text);
    CLEANUP(buffer_done) struct buffer full = BUFFER_INIT;
    buffer_append_text(&full, buffer_text(&message));
    append_extras(&full, block, 0, extra_end, false);
    if (caret < count)
        append_extras(&full, block, caret + 1, count, true);
    diagnostics_add(parser->diagnostics, head->severity, parser->source, place(parser->source, head->line, column),
                    "%s", buffer_text(&full));
    if (head->severity != DIAGNOSTIC_NOTE)
        add_hint(parser->diagnostics, buffer_text(&message));
    add_instantiations(parser, block, count, learners);
}

/* The learner's line of a line of the PTX: the last `.loc` of their file before it. */
static int line_of_ptx(const char *ptx, long ptx_line)
{
    int file = 1;
    int found = 0;
    const char *cursor = ptx;
    struct log_line line;
    while (log_line_next(&cursor, &line)) {
        int number;
        if (sscanf(line.text, " .file %d", &number) == 1 && log_line_find(line, OPTIONS_SOURCE_NAME))
            file = number;
    }
    cursor = ptx;
    for (long i = 1; i < ptx_line && log_line_next(&cursor, &line); i++) {
        int number, learners_line;
        struct log_line directive = trim(line);
        if (log_line_starts(directive, ".loc") && sscanf(directive.text, ".loc %d %d", &number, &learners_line) == 2 &&
            number == file)
            found = learners_line;
    }
    return found;
}

/*
 * ptxas = "ptxas " [where ", line " number "; "] ("error" | "fatal" | "warning") {blank} ": " message
 */
static void add_ptxas(struct log_parser *parser, struct log_line line)
{
    static const char at_line[] = ", line ";
    const char *fatal = log_line_find(line, "fatal   : ");
    const char *error = log_line_find(line, "error   : ");
    const char *warning = log_line_find(line, "warning : ");
    const char *found = fatal ? fatal : error ? error : warning;
    if (!found || log_line_find(line, "assembly aborted due to errors"))
        return;
    const char *number = log_line_find(line, at_line);
    int learners_line = 0;
    if (number && number < found && parser->ptx)
        learners_line = line_of_ptx(parser->ptx, strtol(number + sizeof at_line - 1, NULL, 10));
    struct log_line message = {found + 10, line.length - (size_t)(found + 10 - line.text)};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%.*s", shown(message), message.text);
    diagnostics_add(parser->diagnostics, found == warning ? DIAGNOSTIC_WARNING : DIAGNOSTIC_ERROR, parser->source,
                    place(parser->source, learners_line, 0), "ptxas: %s", buffer_text(&text));
    add_hint(parser->diagnostics, buffer_text(&text));
}

void log_parse(const char *log, const struct source *source, const char *ptx, struct diagnostics *diagnostics)
{
    struct log_parser parser = {source, ptx, diagnostics, log};
    struct log_line line;
    while (log_line_next(&parser.cursor, &line)) {
        struct log_head head;
        if (log_line_starts(line, "ptxas "))
            add_ptxas(&parser, line);
        else if (parse_head(line, &head))
            add_entry(&parser, &head);
    }
}
