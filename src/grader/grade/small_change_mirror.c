/* Lists terms that another term shows how to write: see small_change.h. */
#include <string.h>

#include "base/buffer.h"
#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { TERM_BYTES_MAX = 60 };

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
