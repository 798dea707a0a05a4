/* Turns the compiler's log into diagnostics. */
#include "compiler/log/log.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/text.h"
#include "compiler/log/hints.h"
#include "compiler/log/log_line.h"
#include "compiler/log/log_place.h"
#include "compiler/options/options.h"

enum {
    BLOCK_LINES_MAX = 40,  /* the lines of one entry that are read */
    EXTRA_LINES_MAX = 4,   /* the lines below a message that are kept with it */
    LINE_BYTES_MAX = 2000, /* of one message */
    SOURCE_MARGIN = 2,     /* the blanks before a line of the source */
    ENTRIES_MAX = 160,     /* the entries that are read; the compiler itself stops at 100 errors */
    /* the warnings and notes that are kept, so that they do not crowd out errors */
    ASIDES_MAX = 60,
    INSTANTIATIONS_MAX = 3 /* of one entry */
};

/* The parts of an entry's first line. */
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
    size_t asides;
    size_t entries;
    int unknown_line; /* of the last character that is no CUDA C; 0: none */
};

/* The reason why a precompiled header was not made. A learner cannot act on it. */
static const char *const pch_remarks[] = {"insufficient preallocated memory for generation of precompiled header",
                                          "PCH creation disabled"};

/* The file that NVRTC makes of the names to lower. */
static const char name_map[] = "__nv_name_map";

/* The spellings of severities. "warning #177-D: " has its number between the word and the colon. */
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
        buffer_printf(&clean, "\n%zu more bytes of the compiler's output are left out.\n", size_bytes - kept);
    return arena_strndup(arena, buffer_text(&clean), clean.size_bytes);
}

/*
 * severity = word [" #" number "-D"] ": "; sets the message after it.
 */
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

/* Collects the lines of an entry, up to an empty line or the next head. */
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

/* The index of the line that holds only a caret, or `count`. */
static size_t find_caret(const struct log_line *block, size_t count, int *out_column)
{
    for (size_t i = 1; i < count; i++) {
        size_t blank = 0;
        while (blank < block[i].length && (block[i].text[blank] == ' ' || block[i].text[blank] == '\t'))
            blank++;
        if (blank + 1 != block[i].length || block[i].text[blank] != '^')
            continue;
        *out_column = (int)blank + 1 - SOURCE_MARGIN;
        return i;
    }
    return count;
}

static bool is_learners(struct log_line file)
{
    return file.length == sizeof OPTIONS_SOURCE_NAME - 1 && memcmp(file.text, OPTIONS_SOURCE_NAME, file.length) == 0;
}

/* trailer = ... "at line " number [" of " file]; true when the line is one of the learner's. */
static bool parse_instantiation(struct log_line line, bool in_learners_file, int *out_line)
{
    struct log_line rest;
    int number;
    if (!log_line_after(line, " at line ", &rest) || !log_line_number(&rest, &number) || number == 0)
        return false;
    bool named = log_line_starts(rest, " of ");
    if (named ? !log_line_find(rest, OPTIONS_SOURCE_NAME) : !in_learners_file)
        return false;
    *out_line = number;
    return true;
}

static int shown(struct log_line line)
{
    return line.length > LINE_BYTES_MAX ? LINE_BYTES_MAX : (int)line.length;
}

/* Appends the message's further lines, and the "Note #..." lines below the caret, as one text. */
static void append_extras(struct buffer *message, const struct log_line *block, size_t first, size_t end,
                          bool notes_only)
{
    size_t kept = 0;
    for (size_t i = first; i < end && kept < EXTRA_LINES_MAX; i++) {
        struct log_line line = log_line_trim(block[i]);
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

static bool is_known(const struct log_parser *parser, struct location location, const char *message)
{
    for (size_t i = 0; i < diagnostics_count(parser->diagnostics); i++) {
        const struct diagnostic *known = diagnostics_at(parser->diagnostics, i);
        if (known->location.line == location.line && known->location.column == location.column &&
            strcmp(known->message, message) == 0)
            return true;
    }
    return false;
}

/* Adds a new diagnostic. False if it was left out. */
static bool add(struct log_parser *parser, enum diagnostic_severity severity, struct location location,
                const char *message)
{
    if (severity != DIAGNOSTIC_ERROR && parser->asides == ASIDES_MAX)
        return false;
    if (is_known(parser, location, message))
        return false;
    parser->asides += severity != DIAGNOSTIC_ERROR;
    diagnostics_add(parser->diagnostics, severity, parser->source, location, "%s", message);
    return true;
}

static void add_hint(struct diagnostics *diagnostics, const char *message)
{
    const char *now = hints_successor(message), *meant = hints_meant(message);
    const char *hint = hints_find(message);
    if (now)
        diagnostics_hint(diagnostics,
                         "it is gone: write %s, whose first argument is the mask of the lanes that take part, "
                         "0xffffffff for all 32",
                         now);
    else if (meant)
        diagnostics_hint(diagnostics, "did you mean '%s'?", meant);
    else if (hint)
        diagnostics_hint(diagnostics, "%s", _(hint));
}

static void add_instantiations(struct log_parser *parser, const struct log_line *block, size_t count, bool learners)
{
    int kept = 0;
    /* the outermost ones are last */
    for (size_t i = count; i > 0 && kept < INSTANTIATIONS_MAX; i--) {
        int line;
        if (!parse_instantiation(block[i - 1], learners, &line))
            continue;
        struct log_line text = log_line_trim(block[i - 1]);
        if (log_line_starts(text, "detected during "))
            text = (struct log_line){text.text + 16, text.length - 16};
        CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
        buffer_printf(&message, _("from here: %.*s"), shown(text), text.text);
        add(parser, DIAGNOSTIC_NOTE, log_place(parser->source, line, 0), buffer_text(&message));
        kept++;
    }
}

/* The path below the folder "include", or the whole path. */
static struct log_line header_name(struct log_line file)
{
    static const char folder[] = "/include/";
    const char *found = log_line_find(file, folder);
    if (!found)
        return file;
    found += sizeof folder - 1;
    return (struct log_line){found, file.length - (size_t)(found - file.text)};
}

/*
 * An entry about a file that is not the learner's. Takes errors only, at the learner's
 * instantiation or #include.
 */
static void add_foreign(struct log_parser *parser, const struct log_head *head, const struct log_line *block,
                        size_t count)
{
    if (head->severity != DIAGNOSTIC_ERROR)
        return;
    struct location location = log_place_of_include(parser->source, head->file);
    for (size_t i = 0; i < count; i++) {
        int line;
        if (parse_instantiation(block[i], false, &line))
            location = log_place(parser->source, line, 0);
    }
    struct log_line header = header_name(head->file);
    CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
    buffer_printf(&message, "%.*s", shown(head->message), head->message.text);
    CLEANUP(buffer_done) struct buffer full = BUFFER_INIT;
    buffer_printf(&full, _("in %.*s, line %d: %s"), shown(header), header.text, head->line, buffer_text(&message));
    if (!add(parser, DIAGNOSTIC_ERROR, location, buffer_text(&full)))
        return;
    if (strstr(buffer_text(&message), "not allowed in JIT mode"))
        diagnostics_hint(parser->diagnostics,
                         "this header has host code: include a smaller one with the part you need");
    else
        add_hint(parser->diagnostics, buffer_text(&message));
}

/* The plan's "launch rows_of<d>"; none of a name with tuning values, which has their numbers. */
static struct location place_of_launch(const struct source *source, struct log_line name)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "launch %.*s(", shown(name), name.text);
    const char *found = memmem(source->text, source->size_bytes, buffer_text(&text), text.size_bytes);
    size_t offset = found ? (size_t)(found - source->text) + strlen("launch ") : 0;
    return found ? source_location(source, offset, name.length) : (struct location){0};
}

/* identifier "d" is undefined, where d is between the < and > of the name */
static bool is_undefined_argument(struct log_line message, struct log_line name)
{
    static const char begin[] = "identifier \"", end[] = "\" is undefined";
    const char *list = log_line_find(name, "<"), *stop = log_line_find(message, end);
    struct log_line word;
    if (!list || !stop || !log_line_after(message, begin, &word) || word.text > stop)
        return false;
    size_t rest = name.length - (size_t)(list - name.text);
    return memmem(list, rest, word.text, (size_t)(stop - word.text)) != NULL;
}

/*
 * A kernel name of the plan that the source lacks. The block shows it: "#pragma nv_mangled_name "
 * name.
 */
static void add_name(struct log_parser *parser, const struct log_head *head, const struct log_line *block, size_t count)
{
    static const char pragma[] = "#pragma nv_mangled_name ";
    const char *found = count ? log_line_find(block[0], pragma) : NULL;
    if (!found || head->severity != DIAGNOSTIC_ERROR)
        return;
    found += sizeof pragma - 1;
    struct log_line name = {found, block[0].length - (size_t)(found - block[0].text)};
    CLEANUP(buffer_done) struct buffer message = BUFFER_INIT;
    buffer_printf(&message, _("no kernel '%.*s' can be found in this file"), shown(name), name.text);
    if (!add(parser, DIAGNOSTIC_ERROR, place_of_launch(parser->source, name), buffer_text(&message)))
        return; /* the first of several errors about one name is enough */
    if (is_undefined_argument(head->message, name))
        diagnostics_hint(
            parser->diagnostics,
            "the values between < and > are fixed when the kernel is compiled: write a number, or the name "
            "of a tune line");
    else if (log_line_find(head->message, "overloaded function"))
        diagnostics_hint(parser->diagnostics,
                         "another function has this name too: rename the kernel, here and in the plan");
    else
        diagnostics_hint(parser->diagnostics, "%.*s; the name asked for and the __global__ function must agree",
                         shown(head->message), head->message.text);
}

static bool is_pch_remark(struct log_line message)
{
    for (size_t i = 0; i < sizeof pch_remarks / sizeof pch_remarks[0]; i++)
        if (log_line_starts(message, pch_remarks[i]))
            return true;
    return false;
}

/*
 * Each byte of an unknown character is an error of its own, and the statement around it another
 * one. The first of them says it all.
 */
static bool is_of_unknown_character(struct log_parser *parser, const struct log_head *head)
{
    if (head->severity != DIAGNOSTIC_ERROR || head->line <= 0)
        return false;
    if (parser->unknown_line == head->line)
        return true;
    if (log_line_starts(head->message, "unrecognized token"))
        parser->unknown_line = head->line;
    return false;
}

static void add_entry(struct log_parser *parser, const struct log_head *head)
{
    struct log_line block[BLOCK_LINES_MAX];
    size_t count = take_block(parser, block);
    if (head->severity == DIAGNOSTIC_WARNING && is_pch_remark(head->message))
        return;
    if (head->severity != DIAGNOSTIC_ERROR && parser->asides == ASIDES_MAX)
        return;
    parser->entries++;
    bool learners = is_learners(head->file);
    if (head->file.length == sizeof name_map - 1 && memcmp(head->file.text, name_map, sizeof name_map - 1) == 0) {
        add_name(parser, head, block, count);
        return;
    }
    if (head->file.length && !learners) {
        add_foreign(parser, head, block, count);
        return;
    }
    if (is_of_unknown_character(parser, head))
        return;
    int column = 0;
    size_t caret = find_caret(block, count, &column);
    size_t extra_end = caret == count ? count : caret - 1;
    CLEANUP(buffer_done) struct buffer full = BUFFER_INIT;
    struct log_line text = log_line_trim(head->message);
    buffer_printf(&full, "%.*s", shown(text), text.text);
    append_extras(&full, block, 0, extra_end, false);
    if (caret < count)
        append_extras(&full, block, caret + 1, count, true);
    diagnostics_add(parser->diagnostics, head->severity, parser->source, log_place(parser->source, head->line, column),
                    "%s", buffer_text(&full));
    struct log_line source = caret < count && caret > 0 ? block[caret - 1] : (struct log_line){"", 0};
    size_t margin = source.length < SOURCE_MARGIN ? source.length : SOURCE_MARGIN;
    const char *hint = hints_of_line(buffer_text(&full), source.text + margin, source.length - margin, column);
    if (hint && head->severity != DIAGNOSTIC_NOTE)
        diagnostics_hint(parser->diagnostics, "%s", _(hint));
    else if (head->severity != DIAGNOSTIC_NOTE)
        add_hint(parser->diagnostics, buffer_text(&full));
    add_instantiations(parser, block, count, learners);
}

/*
 * ptxas = "ptxas " [where ", line " number "; "]
 *          ("error" | "fatal" | "warning") {blank} ": " message
 */
static void add_ptxas(struct log_parser *parser, struct log_line line)
{
    const char *fatal = log_line_find(line, "fatal   : ");
    const char *error = log_line_find(line, "error   : ");
    const char *warning = log_line_find(line, "warning : ");
    const char *found = fatal ? fatal : error ? error : warning;
    if (!found || log_line_find(line, "assembly aborted due to errors"))
        return;
    parser->entries++;
    struct log_line rest;
    int number, learners_line = 0;
    if (parser->ptx && log_line_after(line, ", line ", &rest) && rest.text < found && log_line_number(&rest, &number))
        learners_line = compiler_line_of_ptx(parser->ptx, number);
    struct log_line message = {found + 10, line.length - (size_t)(found + 10 - line.text)};
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    buffer_printf(&text, "%.*s", shown(message), message.text);
    CLEANUP(buffer_done) struct buffer full = BUFFER_INIT;
    buffer_printf(&full, "ptxas: %s", buffer_text(&text));
    if (add(parser, found == warning ? DIAGNOSTIC_WARNING : DIAGNOSTIC_ERROR,
            log_place(parser->source, learners_line, 0), buffer_text(&full)))
        add_hint(parser->diagnostics, buffer_text(&text));
}

void log_parse(const char *log, const struct source *source, const char *ptx, struct diagnostics *diagnostics)
{
    struct log_parser parser = {source, ptx, diagnostics, log, 0, 0, 0};
    struct log_line line;
    while (parser.entries < ENTRIES_MAX && log_line_next(&parser.cursor, &line)) {
        struct log_head head;
        if (log_line_starts(line, "ptxas "))
            add_ptxas(&parser, line);
        else if (parse_head(line, &head))
            add_entry(&parser, &head);
    }
}
