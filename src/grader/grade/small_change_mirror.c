/* Lists changes where two variables are merged: see small_change.h. */
#include <string.h>

#include "base/buffer.h"
#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { TERM_BYTES_MAX = 60 };

/* --- terms that another term shows how to write ----------------------------------------------- */

/* `a.sum * expf(a.largest - largest)`, which begins with the member `sum` of `a`. */
struct term {
    struct source_stretch part, name;
};

/* The first byte of the term that ends here. */
static size_t term_begin(const struct source *source, size_t end)
{
    int depth = 0;
    size_t at = end;
    for (; at > 0; at--) {
        char byte = source->text[at - 1];
        depth += byte == ')' || byte == ']' ? 1 : byte == '(' || byte == '[' ? -1 : 0;
        if (depth < 0 || (depth == 0 && strchr("+-=,?:;{}", byte)))
            break;
    }
    return at;
}

static bool is_built_in(const struct source *source, size_t at)
{
    return identifier_at(source, at, "blockIdx") || identifier_at(source, at, "threadIdx");
}

static bool read_term(const struct source *source, size_t begin, size_t end, struct term *out)
{
    out->part = source_quiet_trimmed(source, (struct source_stretch){begin, end});
    out->name = (struct source_stretch){out->part.begin, identifier_end(source, out->part.begin)};
    return out->name.end > out->name.begin && source_quiet_byte(source, out->name.end) == '.' &&
           !is_built_in(source, out->part.begin) && out->part.end - out->part.begin <= TERM_BYTES_MAX;
}

static bool is_same(const struct source *source, struct source_stretch a, struct source_stretch b)
{
    return a.end - a.begin == b.end - b.begin &&
           !memcmp(source->text + a.begin, source->text + b.begin, a.end - a.begin);
}

/* Whether both begin with the same member, of two variables. */
static bool are_alike(const struct source *source, const struct term *a, const struct term *b)
{
    struct source_stretch of_a = {a->name.end, identifier_end(source, a->name.end + 1)},
                          of_b = {b->name.end, identifier_end(source, b->name.end + 1)};
    return is_same(source, of_a, of_b) && !is_same(source, a->name, b->name);
}

/* The term, with `to` where it has its own name. */
static const char *renamed(const struct small_changes *list, const struct term *term, const char *to)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    const struct source *source = list->source;
    for (size_t at = term->part.begin; at < term->part.end;) {
        size_t word = identifier_end(source, at), end = word > at ? word : at + 1;
        bool is_member = at > 0 && source->text[at - 1] == '.';
        bool is_name = !is_member && is_same(source, (struct source_stretch){at, word}, term->name);
        buffer_append(&text, is_name ? to : source->text + at, is_name ? strlen(to) : end - at);
        at = end;
    }
    return arena_strndup(list->arena, buffer_text(&text), text.size_bytes);
}

static const char *text_of(const struct small_changes *list, struct source_stretch part)
{
    return arena_strndup(list->arena, list->source->text + part.begin, part.end - part.begin);
}

/* Products and calls. */
static int count_factors(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += *text == '*' || *text == '(';
    return count;
}

/* Writes the second term like the first one, if it has no more factors. */
static void add_like(struct small_changes *list, const struct term *model, const struct term *changed)
{
    const char *put = renamed(list, model, text_of(list, changed->name)), *written = text_of(list, changed->part);
    if (count_factors(put) >= count_factors(written) && strcmp(put, written) != 0)
        small_change_add(
            list,
            (struct small_change){
                .written = written, .right = put, .at = changed->part.begin, .length = strlen(written), .put = put});
}

void small_change_add_mirrors(struct small_changes *list)
{
    const struct source *source = list->source;
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        struct term first, second;
        if (!source_text_is_code(source, at) || source->text[at] != '+')
            continue;
        size_t end = source_text_find(source, at + 1, source->size_bytes, "+-,?:;}");
        if (!read_term(source, term_begin(source, at), at, &first) || !read_term(source, at + 1, end, &second) ||
            !are_alike(source, &first, &second))
            continue;
        add_like(list, &first, &second);
        add_like(list, &second, &first);
    }
}

/* --- members that a merge takes of both ------------------------------------------------------- */

enum { PAIRS_MAX = 4, CHANGES_MOST = 20 };

enum change { MISSING, RENAMES, SQUARES, CHANGES };

/* `a` and `b` of `a.count + b.count`. */
struct pair {
    const char *names[2];
};

struct pairs {
    struct pair items[PAIRS_MAX];
    size_t count;
};

/* `a.count` */
struct field {
    const char *name, *member;
    size_t begin, end;
};

/* False: no member is here, or one of a vector, whose letters small_change_member.c changes. */
static bool read_field(const struct source *source, size_t at, struct arena *arena, struct field *out)
{
    size_t point = identifier_end(source, at), end = identifier_end(source, point + 1);
    bool begins = at == 0 || (!identifier_has(source->text[at - 1]) && source->text[at - 1] != '.');
    if (!begins || point == at || source_quiet_byte(source, point) != '.' || end == point + 1 ||
        strchr("([.", source_quiet_byte(source, end)))
        return false;
    *out = (struct field){arena_strndup(arena, source->text + at, point - at),
                          arena_strndup(arena, source->text + point + 1, end - point - 1), at, end};
    return *out->name && !strchr("0123456789", *out->name) && !(end == point + 2 && strchr("xyzw", *out->member));
}

/* --- pairs ------------------------------------------------------------------------------------ */

static const char *partner_of(const struct pairs *pairs, const char *name)
{
    for (size_t i = 0; i < pairs->count; i++)
        for (int j = 0; j < 2; j++)
            if (!strcmp(pairs->items[i].names[j], name))
                return pairs->items[i].names[1 - j];
    return NULL;
}

static struct pairs find_pairs(const struct small_changes *list)
{
    const struct source *source = list->source;
    struct pairs pairs = {0};
    struct field left, right;
    for (size_t at = 0; at < source->size_bytes && pairs.count < PAIRS_MAX; at = source_text_step(source, at)) {
        if (!source_text_is_code(source, at) || !read_field(source, at, list->arena, &left))
            continue;
        size_t sign = source_text_skip(source, left.end), other = source_text_skip(source, sign + 1);
        if (strchr("+-*,", source_quiet_byte(source, sign)) && read_field(source, other, list->arena, &right) &&
            !strcmp(left.member, right.member) && strcmp(left.name, right.name) != 0 && !partner_of(&pairs, left.name))
            pairs.items[pairs.count++] = (struct pair){{left.name, right.name}};
    }
    return pairs;
}

/* --- changes ---------------------------------------------------------------------------------- */

static void add(struct small_changes *list, const struct field *field, const char *put)
{
    size_t length = field->end - field->begin;
    small_change_add(
        list, (struct small_change){.written = arena_strndup(list->arena, list->source->text + field->begin, length),
                                    .right = put,
                                    .at = field->begin,
                                    .length = length,
                                    .put = put});
}

/* The part around the place, up to one of the bytes on both sides. */
static struct source_stretch part_around(const struct source *source, struct source_stretch statement, size_t at,
                                         const char *ends)
{
    struct source_stretch part = {at, at};
    while (part.begin > statement.begin && !strchr(ends, source->text[part.begin - 1]))
        part.begin--;
    while (part.end < statement.end && !strchr(ends, source->text[part.end]))
        part.end++;
    return part;
}

static char byte_before(const struct source *source, size_t at)
{
    while (at > 0 && strchr(" \t\n", source->text[at - 1]))
        at--;
    return at > 0 ? source->text[at - 1] : '\0';
}

/* The partner is missing beside the field, as a factor or as a term. */
static void add_missing(struct small_changes *list, struct source_stretch statement, const struct field *field,
                        const char *partner)
{
    const struct source *source = list->source;
    char before = byte_before(source, field->begin),
         after = source_quiet_byte(source, source_text_skip(source, field->end));
    bool is_factor = strchr("*/", before) || strchr("*/", after);
    struct source_stretch part = part_around(source, statement, field->begin, is_factor ? "+-,=;" : ",=;");
    if (!source_text_has_name(source, part, partner))
        add(list, field,
            arena_printf(list->arena, "%.*s %c %s", (int)(field->end - field->begin), source->text + field->begin,
                         is_factor ? '*' : '+', partner));
}

/* A statement with both is right about them, unless it has one of them twice. */
static bool may_be_other(const struct small_changes *list, struct source_stretch statement, const struct field *field,
                         const char *partner)
{
    const char *own = arena_printf(list->arena, "%s.%s", field->name, field->member);
    struct source_stretch before = {statement.begin, field->begin}, after = {field->end, statement.end};
    return !source_text_has_name(list->source, statement, partner) || source_text_has_name(list->source, before, own) ||
           source_text_has_name(list->source, after, own);
}

/* `delta` of `delta * a.count * b.count` */
static void add_square(struct small_changes *list, struct source_stretch statement, const struct pairs *pairs,
                       size_t at)
{
    const struct source *source = list->source;
    size_t end = identifier_end(source, at);
    const char *written = arena_strndup(list->arena, source->text + at, end - at);
    struct source_stretch part = part_around(source, statement, at, "+-,=;");
    bool is_factor = strchr("*/", source_quiet_byte(source, source_text_skip(source, end)));
    bool begins = end > at && byte_before(source, at) != '/' && !strchr(".0123456789", source->text[at]) &&
                  (at == 0 || (!identifier_has(source->text[at - 1]) && source->text[at - 1] != '.'));
    bool is_of_merge = false,
         is_second = source_text_has_name(source, (struct source_stretch){part.begin, at}, written);
    for (size_t i = 0; i < pairs->count; i++)
        is_of_merge |= source_text_has_name(source, part, pairs->items[i].names[0]);
    struct field name = {.begin = at, .end = end};
    if (begins && !is_second && is_factor && is_of_merge)
        add(list, &name, arena_printf(list->arena, "%s * %s", written, written));
}

static void add_of_statement(struct small_changes *list, const struct pairs *pairs, struct source_stretch statement,
                             enum change change)
{
    struct field field;
    for (size_t at = statement.begin; at < statement.end; at++) {
        if (!source_text_is_code(list->source, at))
            continue;
        if (!read_field(list->source, at, list->arena, &field)) {
            if (change == SQUARES)
                add_square(list, statement, pairs, at);
            continue;
        }
        const char *other = partner_of(pairs, field.name);
        size_t next = source_text_skip(list->source, field.end);
        if (!other || source_text_skip(list->source, statement.begin) == at ||
            source_quiet_byte(list->source, next) == '=')
            continue;
        const char *partner = arena_printf(list->arena, "%s.%s", other, field.member);
        if (change == RENAMES && may_be_other(list, statement, &field, partner))
            add(list, &field, partner);
        else if (change == MISSING)
            add_missing(list, statement, &field, partner);
    }
}

void small_change_add_merges(struct small_changes *list)
{
    const struct pairs pairs = find_pairs(list);
    const struct source plain = small_change_plain(list);
    struct source_stretch statement;
    size_t all = list->most;
    if (!pairs.count)
        return;
    list->most = list->count + CHANGES_MOST < all ? list->count + CHANGES_MOST : all;
    for (enum change change = 0; change < CHANGES; change++)
        for (size_t end = plain.size_bytes; small_change_next_statement(&plain, &end, &statement);)
            add_of_statement(list, &pairs, statement, change);
    list->most = all;
}
