/* Lists changes of comparisons: see small_change.h. */
#include <ctype.h>
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { SHOWN_BYTES_MAX = 40 };

/* `a <= b`: its sign is at `sign`. */
struct comparison {
    struct source_stretch left, right;
    size_t sign, length;
};

static size_t sign_length(const struct source *source, size_t at)
{
    if (at == 0 || source->text[at - 1] != ' ' || !strchr("<>", source->text[at]))
        return 0;
    size_t length = source_quiet_byte(source, at + 1) == '=' ? 2 : 1;
    return source_quiet_byte(source, at + length) == ' ' ? length : 0;
}

/* The first byte of the operand that ends here, after a bracket or an operator between blanks. */
static size_t operand_begin(const struct source *source, size_t end)
{
    int depth = 0;
    size_t at = end;
    while (at > 0) {
        char byte = source->text[at - 1];
        depth += byte == ')' || byte == ']' ? 1 : byte == '(' || byte == '[' ? -1 : 0;
        if (depth < 0 || strchr(";{}\n", byte) || (depth == 0 && strchr("=&|?:,", byte)))
            break;
        at--;
    }
    return at;
}

static bool read_comparison(const struct source *source, size_t at, struct comparison *out)
{
    size_t length = source_text_is_code(source, at) ? sign_length(source, at) : 0;
    if (!length)
        return false;
    size_t begin = at + length, end = source_text_find(source, begin, source->size_bytes, ";?&|,)");
    struct source_stretch left = {operand_begin(source, at), at}, right = {begin, end};
    *out = (struct comparison){source_quiet_trimmed(source, left), source_quiet_trimmed(source, right), at, length};
    return out->right.end - out->left.begin <= SHOWN_BYTES_MAX && out->left.begin < out->left.end;
}

static bool is_name(const struct source *source, struct source_stretch part)
{
    return part.end > part.begin && identifier_end(source, part.begin) == part.end &&
           !isdigit((unsigned char)source->text[part.begin]);
}

/* A size that is a parameter. An index beyond it would be reported as such. */
static bool is_parameter(const struct small_changes *list, struct source_stretch name)
{
    static const char after[] = {',', ')'};
    struct source_stretch whole = source_text_whole(list->source);
    for (size_t i = 0; i < sizeof after; i++)
        if (source_text_has(list->source, whole,
                            arena_printf(list->arena, "int %.*s%c", (int)(name.end - name.begin),
                                         list->source->text + name.begin, after[i])))
            return true;
    return false;
}

static bool is_same(const struct source *source, struct source_stretch part, size_t at)
{
    size_t length = part.end - part.begin;
    return at + length <= source->size_bytes && !memcmp(source->text + part.begin, source->text + at, length) &&
           !identifier_has(source_quiet_byte(source, at + length));
}

/* Whether what follows takes one of the two: `if (x > best) best = x;`, `x > best ? x : best`. */
static bool selects(const struct source *source, const struct comparison *found)
{
    size_t at = source_text_skip(source, found->right.end);
    if (source_quiet_byte(source, at) != ')' && source_quiet_byte(source, at) != '?')
        return false;
    at = source_text_skip(source, at + 1);
    at += source_quiet_byte(source, at) == '{' ? source_text_skip(source, at + 1) - at : 0;
    return is_same(source, found->left, at) || is_same(source, found->right, at);
}

static void add_sign(struct small_changes *list, const struct comparison *found, const char *sign)
{
    const char *text = list->source->text;
    const char *written = arena_strndup(list->arena, text + found->left.begin, found->right.end - found->left.begin);
    const char *right =
        arena_printf(list->arena, "%.*s %s %.*s", (int)(found->left.end - found->left.begin), text + found->left.begin,
                     sign, (int)(found->right.end - found->right.begin), text + found->right.begin);
    small_change_add(list,
                     (struct small_change){
                         .written = written, .right = right, .at = found->sign, .length = found->length, .put = sign});
}

static void add_comparison(struct small_changes *list, const struct comparison *found)
{
    const struct source *source = list->source;
    bool is_less = source->text[found->sign] == '<', has_equal = found->length == 2;
    if (selects(source, found))
        add_sign(list, found, is_less ? ">" : "<");
    else if (is_name(source, found->left) && is_name(source, found->right) && !is_parameter(list, found->right))
        add_sign(list, found, is_less ? (has_equal ? "<" : "<=") : has_equal ? ">" : ">=");
}

void small_change_add_comparisons(struct small_changes *list)
{
    struct comparison found;
    for (size_t at = 0; at < list->source->size_bytes; at = source_text_step(list->source, at))
        if (read_comparison(list->source, at, &found))
            add_comparison(list, &found);
}
