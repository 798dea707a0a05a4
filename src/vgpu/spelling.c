/*
 * Lane handlers by spelling: a hash table over the words of all lane tables, built once per module.
 */
#include <stdio.h>
#include <string.h>

#include "vgpu/select_internal.h"

struct entry {
    const char *word;
    size_t length;
    const struct vgpu_lane_handler *handler;
};

struct vgpu_lane_index {
    struct entry *entries;
    size_t capacity; /* a power of two, at least twice the words */
};

static size_t hash_word(const char *word, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)word[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 29);
}

static struct entry *find_place(const struct vgpu_lane_index *index, const char *word, size_t length)
{
    size_t at = hash_word(word, length) & (index->capacity - 1);
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

struct vgpu_lane_index *lane_index_new(struct arena *arena, const struct vgpu_handlers *handlers)
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

const struct vgpu_lane_handler *lane_index_find(const struct vgpu_lane_index *index, const char *spelling)
{
    return find_place(index, spelling, strlen(spelling))->handler;
}

/* The default rounding is left out, but where it tells conversions apart; so is the logic of setp's third operand. */
static bool is_left_out(const struct ptx_instruction *instruction, enum ptx_modifier modifier)
{
    if (modifier == PTX_MODIFIER_RN)
        return instruction->opcode != PTX_OPCODE_CVT;
    if (instruction->opcode == PTX_OPCODE_SETP)
        return ptx_modifier_class(modifier) == PTX_CLASS_LOGIC;
    return false;
}

void instruction_spelling(const struct ptx_instruction *instruction, char *out, size_t capacity)
{
    int length = snprintf(out, capacity, "%s", ptx_opcode_info(instruction->opcode)->mnemonic);
    for (int i = 0; i < instruction->modifier_count && length < (int)capacity; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (!is_left_out(instruction, modifier))
            length += snprintf(out + length, capacity - (size_t)length, ".%s", ptx_modifier_name(modifier));
    }
    for (int i = 0; i < instruction->type_count && length < (int)capacity; i++)
        length += snprintf(out + length, capacity - (size_t)length, ".%s",
                           ptx_type_name((enum ptx_type)instruction->types[i]));
}
