/* Lists changes of a merge, which takes the same members of two variables: see small_change.h. */
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

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
