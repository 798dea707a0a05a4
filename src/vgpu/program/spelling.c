/*
 * Finds lane handlers by spelling: a hash table over the words of all lane tables, built once per
 * module.
 */
#include "vgpu/program/spelling.h"

#include <string.h>

#include "base/hash.h"
#include "vgpu/program/handlers.h"

struct entry {
    const char *word;
    size_t length;
    const struct vgpu_lane_handler *handler;
};

struct vgpu_lane_index {
    struct entry *entries;
    size_t capacity; /* a power of two, at least twice the number of words */
};

static struct entry *find_place(const struct vgpu_lane_index *index, const char *word, size_t length)
{
    size_t at = (size_t)hash_word(word, length) & (index->capacity - 1);
    while (index->entries[at].word &&
           (index->entries[at].length != length || memcmp(index->entries[at].word, word, length) != 0))
        at = (at + 1) & (index->capacity - 1);
    return &index->entries[at];
}

static size_t count_words(const struct vgpu_lane_handler *row)
{
    size_t count = 0;
    for (; row->spellings; row++)
        for (const char *at = row->spellings; at; at = strchr(at + 1, ' '))
            count++;
    return count;
}

struct vgpu_lane_index *spelling_index_new(struct arena *arena, const struct vgpu_handlers *handlers)
{
    struct vgpu_lane_index *index = ARENA_NEW(arena, struct vgpu_lane_index);
    size_t words = 1;
    for (const struct vgpu_lane_handler *const *table = handlers->lanes; *table; table++)
        words += count_words(*table);
    for (index->capacity = 64; index->capacity < 2 * words;)
        index->capacity *= 2;
    index->entries = ARENA_ARRAY(arena, index->capacity, struct entry);
    for (const struct vgpu_lane_handler *const *table = handlers->lanes; *table; table++) {
        for (const struct vgpu_lane_handler *row = *table; row->spellings; row++) {
            for (const char *word = row->spellings; *word;) {
                size_t length = strcspn(word, " ");
                *find_place(index, word, length) = (struct entry){word, length, row};
                word += length + strspn(word + length, " ");
            }
        }
    }
    return index;
}

/* The length of the dot-word at the start of `words`. */
static size_t word_length(const char *words, const char *end)
{
    const char *dot = memchr(words, '.', (size_t)(end - words));
    return (size_t)((dot ? dot : end) - words);
}

static bool is_type(const char *word, size_t length)
{
    return ptx_type_find(word, length) != PTX_TYPE_NONE;
}

static int count_word(const char *spelling, const char *end, const char *word, size_t length)
{
    int count = 0;
    for (const char *at = spelling; at < end; at += word_length(at, end) + 1)
        count += word_length(at, end) == length && memcmp(at, word, length) == 0;
    return count;
}

/* Finds the next word that is a type, from *at on. */
static size_t next_type(const char **at, const char *end)
{
    size_t length = 0;
    while (*at < end && !is_type(*at, length = word_length(*at, end)))
        *at += length + 1;
    return *at < end ? length : 0;
}

static bool same_types(const char *a, const char *a_end, const char *b, const char *b_end)
{
    for (;;) {
        size_t length = next_type(&a, a_end);
        if (length != next_type(&b, b_end) || memcmp(a, b, length) != 0)
            return false;
        if (length == 0)
            return true;
        a += length + 1;
        b += length + 1;
    }
}

/*
 * Whether two spellings of the same length differ only in the order of their modifiers. ptxas
 * ignores that order.
 */
static bool same_words(const char *a, const char *b, size_t length)
{
    size_t first = word_length(a, a + length);
    if (memcmp(a, b, first) != 0 || first != word_length(b, b + length))
        return false;
    const char *end = a + length;
    for (const char *at = a; at < end; at += word_length(at, end) + 1) {
        size_t here = word_length(at, end);
        if (count_word(a, end, at, here) != count_word(b, b + length, at, here))
            return false;
    }
    return same_types(a, end, b, b + length);
}

/* Modifiers in another order are rare, so this searches one spelling after another. */
static const struct vgpu_lane_handler *find_reordered(const struct vgpu_lane_index *index, const char *spelling)
{
    size_t length = strlen(spelling);
    for (size_t i = 0; i < index->capacity; i++) {
        const struct entry *entry = &index->entries[i];
        if (entry->length == length && entry->word[0] == spelling[0] && same_words(entry->word, spelling, length))
            return entry->handler;
    }
    return NULL;
}

const struct vgpu_lane_handler *spelling_index_find(const struct vgpu_lane_index *index, const char *spelling)
{
    const struct vgpu_lane_handler *handler = find_place(index, spelling, strlen(spelling))->handler;
    return handler ? handler : find_reordered(index, spelling);
}

/*
 * The default rounding is left out, except where it distinguishes conversions. The logic of setp's
 * third operand is left out too.
 */
static bool is_left_out(const struct ptx_instruction *instruction, enum ptx_modifier modifier)
{
    if (modifier == PTX_MODIFIER_RN)
        return instruction->opcode != PTX_OPCODE_CVT;
    if (instruction->opcode == PTX_OPCODE_SETP)
        return ptx_modifier_class(modifier) == PTX_CLASS_LOGIC;
    return false;
}

/* Without formats of printf: each instruction of each module passes here. */
static char *append(char *at, const char *end, const char *word)
{
    while (*word && at < end)
        *at++ = *word++;
    *at = '\0';
    return at;
}

void spelling_of_instruction(const struct ptx_instruction *instruction, char *out, size_t capacity)
{
    const char *end = out + capacity - 1;
    char *at = append(out, end, ptx_opcode_info(instruction->opcode)->mnemonic);
    for (int i = 0; i < instruction->modifier_count; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (!is_left_out(instruction, modifier))
            at = append(append(at, end, "."), end, ptx_modifier_name(modifier));
    }
    for (int i = 0; i < instruction->type_count; i++)
        at = append(append(at, end, "."), end, ptx_type_name((enum ptx_type)instruction->types[i]));
}
