/* Lists values that another statement has changed since they were computed: see small_change.h. */
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { STATEMENTS_MAX = 200, CHANGES_MOST = 4, SHOWN_BYTES_MAX = 40 };

/* `delta = x - mean`, or `mean += delta / n` */
struct assignment {
    struct source_stretch target, value;
    bool is_plain; /* with `=` */
};

static bool read_assignment(const struct source *source, struct source_stretch statement, struct assignment *out)
{
    size_t sign = source_text_find(source, statement.begin, statement.end, "=");
    if (sign >= statement.end || source_quiet_byte(source, sign + 1) == '=' || sign == statement.begin)
        return false;
    bool is_plain = !strchr("+-*/<>!", source->text[sign - 1]);
    struct source_stretch left =
        source_quiet_trimmed(source, (struct source_stretch){statement.begin, is_plain ? sign : sign - 1});
    size_t begin = left.end;
    while (begin > left.begin && (identifier_has(source->text[begin - 1]) || source->text[begin - 1] == '.'))
        begin--;
    *out = (struct assignment){
        {begin, left.end}, source_quiet_trimmed(source, (struct source_stretch){sign + 1, statement.end}), is_plain};
    return begin < left.end;
}

/* The statements from the first on. Returns how many. */
static size_t list_statements(const struct source *plain, struct source_stretch out[STATEMENTS_MAX])
{
    size_t count = 0;
    for (size_t end = plain->size_bytes;
         count < STATEMENTS_MAX && small_change_next_statement(plain, &end, &out[count]);)
        count++;
    for (size_t i = 0; i < count / 2; i++) {
        struct source_stretch last = out[count - 1 - i];
        out[count - 1 - i] = out[i];
        out[i] = last;
    }
    return count;
}

static void add_uses(struct small_changes *list, struct source_stretch statement, const char *name, const char *put)
{
    struct source_stretch part = statement;
    for (size_t at; (at = source_text_find_name(list->source, part, name)) < part.end; part.begin = at + 1)
        small_change_add(
            list, (struct small_change){.written = name, .right = put, .at = at, .length = strlen(name), .put = put});
}

/* Follows the variable of statement `first` to the end of its block. */
static void follow(struct small_changes *list, const struct source_stretch *statements, size_t count, size_t first,
                   const struct assignment *given)
{
    const struct source *source = list->source;
    const char *name =
        arena_strndup(list->arena, source->text + given->target.begin, given->target.end - given->target.begin);
    const char *value = arena_printf(list->arena, "(%.*s)", (int)(given->value.end - given->value.begin),
                                     source->text + given->value.begin);
    bool is_stale = false;
    for (size_t i = first + 1;
         i < count && !memchr(source->text + given->value.end, '}', statements[i].begin - given->value.end); i++) {
        struct assignment next;
        if (is_stale)
            add_uses(list, statements[i], name, value);
        if (!read_assignment(source, statements[i], &next))
            continue;
        const char *target =
            arena_strndup(list->arena, source->text + next.target.begin, next.target.end - next.target.begin);
        if (!strcmp(target, name))
            return;
        const char *taken =
            arena_strndup(list->arena, source->text + next.value.begin, next.value.end - next.value.begin);
        bool is_copy = !strcmp(taken, name); /* `sum = t`: both are the new value */
        is_stale |= !is_copy && source_text_has_name(source, given->value, target);
    }
}

void small_change_add_recomputed(struct small_changes *list)
{
    const struct source plain = small_change_plain(list);
    struct source_stretch statements[STATEMENTS_MAX];
    size_t count = list_statements(&plain, statements), all = list->most;
    list->most = list->count + CHANGES_MOST < all ? list->count + CHANGES_MOST : all;
    for (size_t i = 0; i < count; i++) {
        struct assignment given;
        bool is_short = read_assignment(list->source, statements[i], &given) && given.is_plain &&
                        given.value.end - given.value.begin <= SHOWN_BYTES_MAX;
        if (is_short && source_text_find(list->source, given.value.begin, given.value.end, "+-*/") < given.value.end)
            follow(list, statements, count, i, &given);
    }
    list->most = all;
}
