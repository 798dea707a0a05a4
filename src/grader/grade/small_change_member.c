/* Lists changes of the members of vectors: see small_change.h. */
#include <string.h>

#include "base/identifier.h"
#include "grader/grade/small_change_list.h"
#include "grader/source/source_text.h"

enum { LETTERS = 4, MEMBERS_MAX = 32, SHOWN_BYTES_MAX = 40 };

static const char letters[LETTERS + 1] = "xyzw";

/* `v.x`: the letter is at `at`, and `v` begins at `begin`. */
struct member {
    size_t begin, at;
    int letter;
};

struct members {
    struct source_stretch statement;
    struct member items[MEMBERS_MAX];
    size_t count, counts[LETTERS];
};

/* The bracket that the one before `close` closes; 0: none. */
static size_t opening(const struct source *source, size_t close)
{
    int depth = 0;
    for (size_t at = close; at > 0; at--) {
        depth += (source->text[at - 1] == ']') - (source->text[at - 1] == '[');
        if (depth == 0)
            return at - 1;
    }
    return 0;
}

/* The first byte of `next_a[l]` before its point. */
static size_t base_begin(const struct source *source, size_t point)
{
    while (point > 0 && (identifier_has(source->text[point - 1]) || strchr(".]", source->text[point - 1])))
        point = source->text[point - 1] == ']' ? opening(source, point) : point - 1;
    return point;
}

static bool is_member(const struct source *source, size_t at)
{
    static const char *const built_in[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    if (at < 2 || source->text[at - 1] != '.' || !strchr(letters, source->text[at]) ||
        identifier_has(source_quiet_byte(source, at + 1)) || !source_text_is_code(source, at))
        return false;
    size_t begin = base_begin(source, at - 1);
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (identifier_at(source, begin, built_in[i]))
            return false;
    return begin < at - 1 && !(source->text[begin] >= '0' && source->text[begin] <= '9');
}

static void add_member(const struct source *source, size_t at, struct members *members)
{
    if (members->count == MEMBERS_MAX)
        return;
    int letter = (int)(strchr(letters, source->text[at]) - letters);
    members->items[members->count++] = (struct member){base_begin(source, at - 1), at, letter};
    members->counts[letter]++;
}

static void add_other_letter(struct small_changes *list, const struct member *member, int letter)
{
    size_t length = member->at + 1 - member->begin;
    if (length > SHOWN_BYTES_MAX)
        return;
    const char *written = arena_strndup(list->arena, list->source->text + member->begin, length);
    const char *put =
        arena_printf(list->arena, "%.*s%c", (int)(length - 1), list->source->text + member->begin, letters[letter]);
    small_change_add(list, (struct small_change){
                               .written = written, .right = put, .at = member->begin, .length = length, .put = put});
}

/* make_float4(a.x, a.y, a.y, a.w): one letter is there too often, and another one is missing. */
static void add_uneven(struct small_changes *list, const struct members *members)
{
    int often = -1, rare = -1;
    size_t each = members->count / LETTERS;
    for (int i = 0; i < LETTERS; i++) {
        often = members->counts[i] == each + 1 ? i : often;
        rare = members->counts[i] + 1 == each ? i : rare;
    }
    size_t even = 0;
    for (int i = 0; i < LETTERS; i++)
        even += members->counts[i] == each;
    if (members->count % LETTERS || often < 0 || rare < 0 || even + 2 != LETTERS)
        return;
    for (size_t i = 0; i < members->count; i++)
        if (members->items[i].letter == often)
            add_other_letter(list, &members->items[i], rare);
}

/* Whether the statement stores to its first member. */
static bool is_assigned(const struct source *source, const struct members *members)
{
    size_t at = source_text_skip(source, members->items[0].at + 1);
    at += strchr("+-*/", source_quiet_byte(source, at)) ? 1 : 0;
    return members->items[0].begin == source_text_skip(source, members->statement.begin) &&
           source_quiet_byte(source, at) == '=' && source_quiet_byte(source, at + 1) != '=';
}

/* v.w = v.z * scale */
static void add_of_stored(struct small_changes *list, const struct members *members)
{
    size_t others = members->count - members->counts[members->items[0].letter];
    for (size_t i = 1; i < members->count && others == 1; i++)
        if (members->items[i].letter != members->items[0].letter)
            add_other_letter(list, &members->items[i], members->items[0].letter);
}

static bool is_same_base(const struct source *source, const struct member *a, const struct member *b)
{
    size_t length = a->at - a->begin;
    return length == b->at - b->begin && !memcmp(source->text + a->begin, source->text + b->begin, length);
}

/* sums.y + hat * sums.x */
static void add_exchanged(struct small_changes *list, const struct members *members)
{
    const struct member *a = &members->items[0], *b = &members->items[1];
    size_t length = b->at + 1 - a->begin;
    if (a->letter == b->letter || !is_same_base(list->source, a, b) || length > SHOWN_BYTES_MAX)
        return;
    const char *written = arena_strndup(list->arena, list->source->text + a->begin, length);
    char *put = arena_strndup(list->arena, written, length);
    put[a->at - a->begin] = letters[b->letter];
    put[length - 1] = letters[a->letter];
    small_change_add(
        list, (struct small_change){.written = written, .right = put, .at = a->begin, .length = length, .put = put});
}

static void add_statement(struct small_changes *list, const struct members *members)
{
    if (members->count < 2)
        return;
    if (is_assigned(list->source, members))
        add_of_stored(list, members);
    else if (members->count == 2)
        add_exchanged(list, members);
    else
        add_uneven(list, members);
}

void small_change_add_members(struct small_changes *list)
{
    const struct source *source = list->source;
    struct members members = {0};
    for (size_t at = 0; at < source->size_bytes; at = source_text_step(source, at)) {
        if (is_member(source, at))
            add_member(source, at, &members);
        if (!source_text_is_code(source, at) || !strchr(";{}", source->text[at]))
            continue;
        add_statement(list, &members);
        members = (struct members){.statement = {at + 1, source->size_bytes}};
    }
}
