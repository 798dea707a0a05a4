/*
 * Applies unified diffs.
 *
 *     diff = { line } "--- " path newline "+++ " path newline hunk { hunk }
 *     hunk = "@@ -" number ["," number] " +" .. newline { (" " | "-" | "+") text newline }
 */
#include "base/unified_diff.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"

#define ENDING ".diff"

enum { FILE_LIMIT_BYTES = 1 << 20 };

struct line {
    const char *text; /* with its newline, if it has one */
    size_t size_bytes;
};

struct lines {
    struct line *items;
    size_t count;
};

struct patching {
    const struct source *diff;
    struct arena *arena;
    struct lines changes, old;
    size_t next;     /* change to read */
    size_t old_done; /* old lines that are in `result`, or were replaced */
    struct buffer result;
};

/* The lines of one hunk, in [first, end). */
struct hunk {
    size_t first, end;
    size_t old_count; /* lines of context, and lines that go */
    size_t place;     /* index of the first old line, by the hunk's number */
};

static struct lines split(struct arena *arena, const char *text, size_t size_bytes)
{
    struct lines lines = {0};
    const char *end = text + size_bytes;
    for (const char *at = text; at < end; at++)
        lines.count += *at == '\n' || at + 1 == end;
    lines.items = ARENA_ARRAY(arena, lines.count + 1, struct line);
    for (size_t i = 0; i < lines.count; i++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        lines.items[i] = (struct line){text, (size_t)((newline ? newline + 1 : end) - text)};
        text += lines.items[i].size_bytes;
    }
    return lines;
}

static bool begins(const struct line *line, const char *word)
{
    size_t length = strlen(word);
    return line->size_bytes >= length && memcmp(line->text, word, length) == 0;
}

/* The text after the first `skipped` bytes, without the newline. */
static struct line rest(const struct line *line, size_t skipped)
{
    struct line part = {line->text + skipped, line->size_bytes - skipped};
    while (part.size_bytes > 0 && strchr("\r\n", part.text[part.size_bytes - 1]))
        part.size_bytes--;
    return part;
}

static bool fail(const struct patching *patching, size_t index, struct error *error, const char *what)
{
    return error_set(error, ERROR_SYNTAX, "%s:%d:%d: %s", patching->diff->name, (int)index + 1, 1, what);
}

/* --- the head --------------------------------------------------------------------------------- */

/* Finds the line `---`, and reads the file that it names. */
static bool open_old(struct patching *patching, const char *root, const char **out_path, struct error *error)
{
    const struct lines *changes = &patching->changes;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    size_t head = 0;
    while (head < changes->count && !begins(&changes->items[head], "--- "))
        head++;
    if (head + 2 >= changes->count || !begins(&changes->items[head + 1], "+++ "))
        return fail(patching, head < changes->count ? head : 0, error,
                    "a diff needs `--- PATH`, `+++ PATH` and a hunk");
    struct line name = rest(&changes->items[head], strlen("--- "));
    const char *relative = arena_strndup(patching->arena, name.text, name.size_bytes), *path;
    if (!path_resolve_inside(patching->arena, root, relative, &path, error) ||
        !file_read(path, FILE_LIMIT_BYTES, &text, error))
        return error_add_context(error, "%s:%d:%d", patching->diff->name, (int)head + 1, 1);
    patching->old =
        split(patching->arena, arena_strndup(patching->arena, buffer_text(&text), text.size_bytes), text.size_bytes);
    patching->next = head + 2;
    *out_path = relative;
    return true;
}

/* --- hunks ------------------------------------------------------------------------------------ */

static bool is_old(const struct line *line)
{
    return line->text[0] == ' ' || line->text[0] == '-' || line->text[0] == '\n';
}

/* Reads to the next `@@`. An editor may have cut the blank of an empty line of context. */
static bool read_hunk(struct patching *patching, struct hunk *out_hunk, struct error *error)
{
    const struct lines *changes = &patching->changes;
    const struct line *head = &changes->items[patching->next];
    struct hunk hunk = {.first = patching->next + 1};
    if (!begins(head, "@@ -"))
        return fail(patching, patching->next, error, "a hunk begins with `@@ -NUMBER`");
    long number = strtol(head->text + strlen("@@ -"), NULL, 10);
    hunk.place = number > 0 ? (size_t)number - 1 : 0;
    for (hunk.end = hunk.first; hunk.end < changes->count && !begins(&changes->items[hunk.end], "@@"); hunk.end++) {
        const struct line *line = &changes->items[hunk.end];
        if (!is_old(line) && line->text[0] != '+' && line->text[0] != '\\')
            return fail(patching, hunk.end, error, "a line of a hunk begins with ' ', '-' or '+'");
        hunk.old_count += is_old(line);
    }
    if (!hunk.old_count)
        return fail(patching, patching->next, error, "a hunk needs a line of the file, to show its place");
    *out_hunk = hunk;
    return true;
}

static bool is_same(const struct line *change, const struct line *old)
{
    struct line wanted = rest(change, change->text[0] != '\n'), there = rest(old, 0);
    return wanted.size_bytes == there.size_bytes && memcmp(wanted.text, there.text, there.size_bytes) == 0;
}

static bool fits(const struct patching *patching, const struct hunk *hunk, size_t place)
{
    if (place + hunk->old_count > patching->old.count)
        return false;
    for (size_t i = hunk->first; i < hunk->end; i++)
        if (is_old(&patching->changes.items[i]) && !is_same(&patching->changes.items[i], &patching->old.items[place++]))
            return false;
    return true;
}

/* The only place, or the one that the hunk's number names. */
static bool find_place(const struct patching *patching, const struct hunk *hunk, size_t *out_place, struct error *error)
{
    size_t count = 0;
    for (size_t place = patching->old_done; place < patching->old.count; place++) {
        if (!fits(patching, hunk, place))
            continue;
        *out_place = place;
        count++;
    }
    if (count != 1 && hunk->place >= patching->old_done && fits(patching, hunk, hunk->place)) {
        *out_place = hunk->place;
        return true;
    }
    return count == 1 || fail(patching, hunk->first - 1, error,
                              count ? "the old lines of this hunk are in the file several times"
                                    : "the old lines of this hunk are not in the file");
}

static void append_old(struct patching *patching, size_t end)
{
    for (; patching->old_done < end; patching->old_done++)
        buffer_append(&patching->result, patching->old.items[patching->old_done].text,
                      patching->old.items[patching->old_done].size_bytes);
}

static bool apply_hunk(struct patching *patching, struct error *error)
{
    struct hunk hunk;
    size_t place;
    if (!read_hunk(patching, &hunk, error) || !find_place(patching, &hunk, &place, error))
        return false;
    append_old(patching, place);
    for (size_t i = hunk.first; i < hunk.end; i++) {
        const struct line *line = &patching->changes.items[i];
        if (line->text[0] == '+')
            buffer_append(&patching->result, line->text + 1, line->size_bytes - 1);
        else if (line->text[0] == '-')
            patching->old_done++;
        else if (is_old(line))
            append_old(patching, patching->old_done + 1);
    }
    patching->next = hunk.end;
    return true;
}

/* --- the result ------------------------------------------------------------------------------- */

bool unified_diff_is_named(const char *path)
{
    size_t length = strlen(path), ending = strlen(ENDING);
    return length > ending && strcmp(path + length - ending, ENDING) == 0;
}

static const char *name_of(const struct patching *patching, const char *old_path)
{
    const char *name = patching->diff->name, *ending = strrchr(path_leaf(old_path), '.');
    int length = (int)(strlen(name) - (unified_diff_is_named(name) ? strlen(ENDING) : 0));
    return arena_printf(patching->arena, "%.*s%s", length, name, ending ? ending : "");
}

bool unified_diff_read(const char *root, const struct source *diff, struct arena *arena, struct source *out_source,
                       struct error *error)
{
    struct patching patching = {.diff = diff, .arena = arena};
    const char *old_path;
    bool done = false;
    patching.changes = split(arena, diff->text, diff->size_bytes);
    if (!open_old(&patching, root, &old_path, error))
        goto out;
    while (patching.next < patching.changes.count)
        if (!apply_hunk(&patching, error))
            goto out;
    append_old(&patching, patching.old.count);
    *out_source = (struct source){
        .name = name_of(&patching, old_path),
        .text = arena_strndup(arena, buffer_text(&patching.result), patching.result.size_bytes),
        .size_bytes = patching.result.size_bytes,
    };
    done = true;
out:
    buffer_done(&patching.result);
    return done;
}
