/*
 * Reads mangled C++ names by recursive descent. Each function has the rule of the grammar that it
 * reads.
 */
#include "base/mangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/text.h"

enum { KNOWN_MAX = 64, DEPTH_MAX = 24, NAME_BYTES_MAX = 4096 };

struct reader {
    struct arena *arena;
    const char *at;
    const char *known[KNOWN_MAX]; /* parts read so far; S_ repeats the first, S0_ the second */
    int known_count;
    int depth;
};

static const struct {
    char letter;
    const char *name;
} builtin_types[] = {
    {'v', "void"},        {'w', "wchar_t"},
    {'b', "bool"},        {'c', "char"},
    {'a', "signed char"}, {'h', "unsigned char"},
    {'s', "short"},       {'t', "unsigned short"},
    {'i', "int"},         {'j', "unsigned int"},
    {'l', "long"},        {'m', "unsigned long"},
    {'x', "long long"},   {'y', "unsigned long long"},
    {'n', "__int128"},    {'o', "unsigned __int128"},
    {'f', "float"},       {'d', "double"},
};

static const char *read_type(struct reader *reader);

/* Keeps a part that a later S_, S0_, .. can repeat. Returns it. */
static const char *remember(struct reader *reader, const char *text)
{
    if (text && reader->known_count < KNOWN_MAX)
        reader->known[reader->known_count++] = text;
    return text;
}

/* Whether the next letter is this one. Then it is read. */
static bool take(struct reader *reader, char letter)
{
    bool is_there = *reader->at == letter;
    reader->at += is_there;
    return is_there;
}

/*
 * source-name = length letters. The name of an unnamed namespace begins with _GLOBAL__N_.
 */
static const char *read_source_name(struct reader *reader)
{
    char *letters;
    unsigned long length = strtoul(reader->at, &letters, 10);
    if (!isdigit((unsigned char)*reader->at) || length == 0 || length > NAME_BYTES_MAX || strlen(letters) < length)
        return NULL;
    reader->at = letters + length;
    bool is_unnamed = length > 11 && text_begins(letters, "_GLOBAL__N_");
    return is_unnamed ? "(anonymous namespace)" : arena_strndup(reader->arena, letters, length);
}

/*
 * substitution = "S_" | "S" digits-and-capitals "_", a number to the base 36; after S
 */
static const char *read_substitution(struct reader *reader)
{
    char *end;
    if (take(reader, '_'))
        return reader->known_count > 0 ? reader->known[0] : NULL;
    if (!isdigit((unsigned char)*reader->at) && !isupper((unsigned char)*reader->at))
        return NULL;
    unsigned long index = strtoul(reader->at, &end, 36) + 1;
    reader->at = end;
    return take(reader, '_') && index < (unsigned long)reader->known_count ? reader->known[index] : NULL;
}

/*
 * literal = type ["n"] digits "E"; after L. "n" is a minus sign.
 */
static const char *read_literal(struct reader *reader)
{
    char letter = *reader->at;
    const char *type = read_type(reader);
    bool is_negative = take(reader, 'n');
    size_t digits = strspn(reader->at, "0123456789");
    const char *number = arena_strndup(reader->arena, reader->at, digits);
    reader->at += digits;
    if (!type || digits == 0 || !take(reader, 'E'))
        return NULL;
    if (letter == 'b')
        return strcmp(number, "0") == 0 ? "false" : "true";
    bool is_integer = strchr("cahstijlmxy", letter) != NULL;
    return arena_printf(reader->arena, "%s%s%s%s%s", is_integer ? "" : "(", is_integer ? "" : type,
                        is_integer ? "" : ")", is_negative ? "-" : "", number);
}

/* arguments = { type | "L" literal | "J" arguments } "E"; appended to `out` with commas */
static bool read_arguments(struct reader *reader, struct buffer *out)
{
    if (++reader->depth > DEPTH_MAX)
        return false;
    while (!take(reader, 'E')) {
        if (take(reader, 'J')) {
            if (!read_arguments(reader, out))
                return false;
            continue;
        }
        const char *argument = take(reader, 'L') ? read_literal(reader) : read_type(reader);
        if (!argument || out->size_bytes > NAME_BYTES_MAX)
            return false;
        buffer_printf(out, "%s%s", out->size_bytes ? ", " : "", argument);
    }
    reader->depth--;
    return true;
}

/* "name<arguments>". NULL if the arguments cannot be read. */
static const char *with_arguments(struct reader *reader, const char *name)
{
    CLEANUP(buffer_done) struct buffer list = BUFFER_INIT;
    return read_arguments(reader, &list) ? arena_printf(reader->arena, "%s<%s>", name, buffer_text(&list)) : NULL;
}

/*
 * nested = ["K" | "V"] { source-name | substitution | "L" | "I" arguments } "E"; after N
 */
static const char *read_nested(struct reader *reader, bool is_function)
{
    const char *name = NULL;
    while (take(reader, 'K') || take(reader, 'V') || take(reader, 'r'))
        continue;
    while (!take(reader, 'E')) {
        if (name && take(reader, 'I')) {
            const char *whole = with_arguments(reader, name);
            if (!whole)
                return is_function ? name : NULL;
            name = whole;
        } else if (!name && take(reader, 'S')) {
            name = take(reader, 't') ? "std" : read_substitution(reader);
            if (!name)
                return NULL;
            continue; /* known already */
        } else {
            take(reader, 'L');
            const char *part = read_source_name(reader);
            if (!part)
                return NULL;
            name = name ? arena_printf(reader->arena, "%s::%s", name, part) : part;
        }
        if (*reader->at != 'E' || !is_function)
            remember(reader, name);
    }
    return name;
}

/*
 * unscoped = source-name [ "I" arguments ]; a name without namespaces, or in `prefix`. A function
 * without arguments is not repeated later, so it is not kept.
 */
static const char *read_unscoped(struct reader *reader, const char *prefix, bool is_function)
{
    const char *part = read_source_name(reader);
    if (!part)
        return NULL;
    const char *name = prefix ? arena_printf(reader->arena, "%s::%s", prefix, part) : part;
    bool is_template = *reader->at == 'I';
    if (is_template || !is_function)
        remember(reader, name);
    if (!is_template)
        return name;
    reader->at++;
    const char *whole = with_arguments(reader, name);
    if (is_function)
        return whole ? whole : name;
    return remember(reader, whole);
}

/* substituted-type = "t" unscoped | substitution [ "I" arguments ]; after S. St is std. */
static const char *read_substituted_type(struct reader *reader)
{
    if (take(reader, 't'))
        return read_unscoped(reader, "std", false);
    const char *known = read_substitution(reader);
    if (!known || !take(reader, 'I'))
        return known;
    return remember(reader, with_arguments(reader, known));
}

/* A pointer, reference or qualified type: C++ writes the suffix after the type. */
static const char *read_compound_type(struct reader *reader, const char *suffix)
{
    const char *type = read_type(reader);
    return type ? remember(reader, arena_printf(reader->arena, "%s%s", type, suffix)) : NULL;
}

/* type = builtin | ("P" | "R" | "O" | "K" | "V") type | "N" nested | "S" substitution | name */
static const char *read_type(struct reader *reader)
{
    static const char letters[] = "PROKV";
    static const char *const suffix[] = {"*", "&", "&&", " const", " volatile"};
    if (++reader->depth > DEPTH_MAX)
        return NULL;
    const char *type = NULL;
    char letter = *reader->at;
    const char *compound = letter ? strchr(letters, letter) : NULL;
    if (compound) {
        reader->at++;
        type = read_compound_type(reader, suffix[compound - letters]);
    } else if (take(reader, 'N')) {
        type = read_nested(reader, false);
    } else if (take(reader, 'S')) {
        type = read_substituted_type(reader);
    } else if (isdigit((unsigned char)letter)) {
        type = read_unscoped(reader, NULL, false);
    }
    for (size_t i = 0; !type && i < sizeof builtin_types / sizeof builtin_types[0]; i++)
        if (letter == builtin_types[i].letter && take(reader, letter))
            type = builtin_types[i].name;
    reader->depth--;
    return type;
}

/*
 * A variable of a function: "tile" of _ZZ7reverseE4tile. After _ZZ are the function, E, the
 * variable, and sometimes _ and a number (5.1.7, local names).
 */
static const char *read_local(struct arena *arena, const char *name)
{
    for (const char *at = strchr(name, 'E'); at; at = strchr(at + 1, 'E')) {
        char *letters;
        unsigned long length = strtoul(at + 1, &letters, 10), left = strlen(letters);
        bool is_whole = length == left || (length < left && letters[length] == '_');
        if (letters > at + 1 && length > 0 && is_whole)
            return arena_strndup(arena, letters, length);
    }
    return name;
}

const char *mangled_readable(struct arena *arena, const char *name)
{
    struct reader reader = {.arena = arena, .at = name + 2};
    if (!text_begins(name, "_Z"))
        return name;
    if (name[2] == 'Z')
        return read_local(arena, name);
    take(&reader, 'L');
    const char *readable = take(&reader, 'N') ? read_nested(&reader, true) : read_unscoped(&reader, NULL, true);
    return readable ? readable : name;
}

/* Compares without regard to blanks; `length` bytes of `text`. */
static bool is_same(const char *text, size_t length, const char *wanted)
{
    const char *end = text + length;
    for (;; text++, wanted++) {
        while (text < end && *text == ' ')
            text++;
        while (*wanted == ' ')
            wanted++;
        if (text == end || !*wanted || *text != *wanted)
            return text == end && !*wanted;
    }
}

const char *mangled_variable(struct arena *arena, const char *readable)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    if (!strstr(readable, "::"))
        return readable;
    buffer_printf(&text, "_ZN");
    for (const char *part = readable, *end; *part; part = *end ? end + 2 : end) {
        end = strstr(part, "::");
        end = end ? end : part + strlen(part);
        buffer_printf(&text, "%d%.*s", (int)(end - part), (int)(end - part), part);
    }
    buffer_printf(&text, "E");
    return arena_strdup(arena, buffer_text(&text));
}

enum mangled_fit mangled_compare(const char *readable, const char *wanted)
{
    size_t length = strlen(readable);
    if (is_same(readable, length, wanted))
        return MANGLED_SAME;
    const char *arguments = strchr(readable, '<');
    size_t bare = arguments ? (size_t)(arguments - readable) : length;
    for (size_t at = 0; at < bare; at++) {
        bool begins_part = at == 0 || (at >= 2 && readable[at - 1] == ':' && readable[at - 2] == ':');
        if (begins_part && (is_same(readable + at, bare - at, wanted) || is_same(readable + at, length - at, wanted)))
            return MANGLED_PART;
    }
    return MANGLED_OTHER;
}
