/*
 * Bit sets over bytes: bit b is set once byte b was written. Ranges use whole words where possible.
 */
#include "vgpu/memory/memory.h"

enum { WORD_BITS = 64 };

/* Bits [first, last] of a word. Both are below 64. */
static uint64_t bits_between(unsigned first, unsigned last)
{
    return (~UINT64_C(0) << first) & (~UINT64_C(0) >> (WORD_BITS - 1 - last));
}

/* Calls STEP with each word that the range touches, and with the range's bits in it. */
#define FOR_EACH_WORD(offset, size_bytes, STEP)                                            \
    do {                                                                                   \
        if ((size_bytes) == 0)                                                             \
            break;                                                                         \
        uint64_t first_ = (offset) / WORD_BITS, end_ = (offset) + (size_bytes)-1;          \
        uint64_t last_ = end_ / WORD_BITS;                                                 \
        for (uint64_t word = first_; word <= last_; word++) {                              \
            unsigned low_ = word == first_ ? (unsigned)((offset) % WORD_BITS) : 0;         \
            unsigned high_ = word == last_ ? (unsigned)(end_ % WORD_BITS) : WORD_BITS - 1; \
            uint64_t bits = bits_between(low_, high_);                                     \
            STEP                                                                           \
        }                                                                                  \
    } while (0)

bool shadow_is_defined(const uint64_t *defined, uint64_t offset, uint64_t size_bytes)
{
    FOR_EACH_WORD(offset, size_bytes, {
        if ((__atomic_load_n(&defined[word], __ATOMIC_RELAXED) & bits) != bits)
            return false;
    });
    return true;
}

void shadow_extent(const uint64_t *defined, uint64_t size_bytes, struct shadow_extent *out_extent)
{
    *out_extent = (struct shadow_extent){0};
    FOR_EACH_WORD(0, size_bytes, {
        uint64_t set = defined[word] & bits;
        out_extent->defined_bytes += (uint64_t)__builtin_popcountll(set);
        if (set)
            out_extent->end = word * WORD_BITS + WORD_BITS - (uint64_t)__builtin_clzll(set);
    });
}

void shadow_define(uint64_t *defined, uint64_t offset, uint64_t size_bytes)
{
    FOR_EACH_WORD(offset, size_bytes, { defined[word] |= bits; });
}

void shadow_undefine(uint64_t *defined, uint64_t offset, uint64_t size_bytes)
{
    FOR_EACH_WORD(offset, size_bytes, { defined[word] &= ~bits; });
}

void shadow_define_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes)
{
    FOR_EACH_WORD(offset, size_bytes, {
        if ((__atomic_load_n(&defined[word], __ATOMIC_RELAXED) & bits) != bits)
            __atomic_fetch_or(&defined[word], bits, __ATOMIC_RELAXED);
    });
}

void shadow_undefine_shared(uint64_t *defined, uint64_t offset, uint64_t size_bytes)
{
    FOR_EACH_WORD(offset, size_bytes, { __atomic_fetch_and(&defined[word], ~bits, __ATOMIC_RELAXED); });
}
