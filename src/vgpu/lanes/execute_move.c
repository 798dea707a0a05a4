/* Moves that do not fit the lane tables: predicates, selection by predicate, vectors, clocks. */
#include "vgpu/lanes/execute.h"

/* op->flags: bit 0 negates a, bit 1 negates b. */
static inline uint32_t source_a(const uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t value = *(const uint32_t *)(const void *)(frame + op->a);
    return op->flags & 1 ? ~value : value;
}

static inline uint32_t source_b(const uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t value = *(const uint32_t *)(const void *)(frame + op->b);
    return op->flags & 2 ? ~value : value;
}

HANDLER(move_predicate)
{
    predicate_write(warp, &PREDICATE(op->d), source_a(frame, op));
    return op + 1;
}

HANDLER(not_predicate)
{
    predicate_write(warp, &PREDICATE(op->d), ~source_a(frame, op));
    return op + 1;
}

HANDLER(and_predicate)
{
    uint32_t mask = source_a(frame, op) & source_b(frame, op);
    outcome_note(warp, op, mask);
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}

HANDLER(or_predicate)
{
    uint32_t mask = source_a(frame, op) | source_b(frame, op);
    outcome_note(warp, op, mask);
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}

HANDLER(xor_predicate)
{
    uint32_t mask = source_a(frame, op) ^ source_b(frame, op);
    outcome_note(warp, op, mask);
    predicate_write(warp, &PREDICATE(op->d), mask);
    return op + 1;
}

/* selp: a where the predicate at c is true, else b. `keep` masks the lanes that are written. */
#define DEFINE_SELECT(name, type, written)                                  \
    HANDLER(name)                                                           \
    {                                                                       \
        uint32_t choice = op->flags ? ~PREDICATE(op->c) : PREDICATE(op->c); \
        const type *a = REGISTER(type, op->a), *b = REGISTER(type, op->b);  \
        type *to = REGISTER(type, op->d);                                   \
        const int32_t *mask __attribute__((unused)) = warp->lane_mask;      \
        _Pragma("GCC ivdep") FOR_LANES                                      \
        {                                                                   \
            type value = choice >> lane & 1 ? a[lane] : b[lane];            \
            to[lane] = (written) ? value : to[lane];                        \
        }                                                                   \
        return op + 1;                                                      \
    }
DEFINE_SELECT(select_32_full, uint32_t, true)
DEFINE_SELECT(select_32_masked, uint32_t, mask[lane])
DEFINE_SELECT(select_64_full, uint64_t, true)
DEFINE_SELECT(select_64_masked, uint64_t, mask[lane])

/* mov.b64 d, {b, c} */
#define DEFINE_PACK(name, written)                                            \
    HANDLER(name)                                                             \
    {                                                                         \
        const uint32_t *low = REGISTER_32(op->b), *high = REGISTER_32(op->c); \
        uint64_t *to = REGISTER_64(op->d);                                    \
        const int32_t *mask __attribute__((unused)) = warp->lane_mask;        \
        _Pragma("GCC ivdep") FOR_LANES                                        \
        {                                                                     \
            uint64_t value = low[lane] | (uint64_t)high[lane] << 32;          \
            to[lane] = (written) ? value : to[lane];                          \
        }                                                                     \
        return op + 1;                                                        \
    }
DEFINE_PACK(pack_2x32_full, true)
DEFINE_PACK(pack_2x32_masked, mask[lane])

/* mov.b64 {b, c}, a */
#define DEFINE_UNPACK(name, written)                                            \
    HANDLER(name)                                                               \
    {                                                                           \
        const uint64_t *from = REGISTER_64(op->a);                              \
        uint32_t *low = REGISTER_32(op->b), *high = REGISTER_32(op->c);         \
        const int32_t *mask __attribute__((unused)) = warp->lane_mask;          \
        _Pragma("GCC ivdep") FOR_LANES                                          \
        {                                                                       \
            low[lane] = (written) ? (uint32_t)from[lane] : low[lane];           \
            high[lane] = (written) ? (uint32_t)(from[lane] >> 32) : high[lane]; \
        }                                                                       \
        return op + 1;                                                          \
    }
DEFINE_UNPACK(unpack_2x32_full, true)
DEFINE_UNPACK(unpack_2x32_masked, mask[lane])

/* Other packings, with op->flags bits per element. Sources are read before anything is written. */
HANDLER(pack)
{
    const struct vgpu_detail *detail = op->detail;
    unsigned bits = op->flags, count = detail->element_count;
    uint64_t keep = (UINT64_C(1) << bits) - 1;
    FOR_ACTIVE(warp->active)
    {
        uint64_t value = 0;
        for (unsigned i = 0; i < count; i++)
            value |= (REGISTER_32(detail->elements[i])[lane] & keep) << (i * bits);
        if (bits * count == 64)
            REGISTER_64(op->d)[lane] = value;
        else
            REGISTER_32(op->d)[lane] = (uint32_t)value;
    }
    return op + 1;
}

HANDLER(unpack)
{
    const struct vgpu_detail *detail = op->detail;
    unsigned bits = op->flags, count = detail->element_count;
    uint64_t keep = (UINT64_C(1) << bits) - 1;
    FOR_ACTIVE(warp->active)
    {
        uint64_t value = bits * count == 64 ? REGISTER_64(op->a)[lane] : REGISTER_32(op->a)[lane];
        for (unsigned i = 0; i < count; i++)
            REGISTER_32(detail->elements[i])[lane] = (uint32_t)(value >> (i * bits) & keep);
    }
    return op + 1;
}

/* A 128-bit register is two 64-bit registers in a row. */
HANDLER(pack_4x32)
{
    const uint32_t *elements = op->detail->elements;
    FOR_ACTIVE(warp->active)
    {
        uint64_t low = REGISTER_32(elements[0])[lane] | (uint64_t)REGISTER_32(elements[1])[lane] << 32;
        uint64_t high = REGISTER_32(elements[2])[lane] | (uint64_t)REGISTER_32(elements[3])[lane] << 32;
        REGISTER_64(op->d)[lane] = low;
        REGISTER_64(op->d + 8 * LANES)[lane] = high;
    }
    return op + 1;
}

HANDLER(unpack_4x32)
{
    FOR_ACTIVE(warp->active)
    {
        uint64_t halves[] = {REGISTER_64(op->a)[lane], REGISTER_64(op->a + 8 * LANES)[lane]};
        for (unsigned i = 0; i < 4; i++)
            REGISTER_32(op->detail->elements[i])[lane] = (uint32_t)(halves[i / 2] >> (i % 2 * 32));
    }
    return op + 1;
}

/*
 * Moves between vectors, and all moves of 128 bits: elements[0 .. n) from elements[n .. 2 n).
 * op->flags is the size of an element in bytes. Sources are read before anything is written.
 */
HANDLER(move_vector)
{
    const struct vgpu_detail *detail = op->detail;
    unsigned count = detail->element_count;
    FOR_ACTIVE(warp->active)
    {
        uint64_t values[VGPU_ELEMENTS_MAX / 2];
        for (unsigned i = 0; i < count; i++)
            values[i] = op->flags == 8 ? REGISTER_64(detail->elements[count + i])[lane]
                                       : REGISTER_32(detail->elements[count + i])[lane];
        for (unsigned i = 0; i < count; i++) {
            if (op->flags == 8)
                REGISTER_64(detail->elements[i])[lane] = values[i];
            else
                REGISTER_32(detail->elements[i])[lane] = (uint32_t)values[i];
        }
    }
    return op + 1;
}

/*
 * Clocks advance by one per instruction of the warp, the global timer by one nanosecond. op->flags
 * selects the register.
 */
HANDLER(clock)
{
    uint64_t now = warp->clock + (uint64_t)(op - warp->segment);
    bool is_high = op->flags == PTX_SPECIAL_CLOCK_HI || op->flags == PTX_SPECIAL_GLOBALTIMER_HI;
    bool is_wide = op->flags == PTX_SPECIAL_CLOCK64 || op->flags == PTX_SPECIAL_GLOBALTIMER;
    uint64_t value = is_high ? now >> 32 : now;
    FOR_ACTIVE(warp->active)
    {
        if (is_wide)
            REGISTER_64(op->d)[lane] = value;
        else
            REGISTER_32(op->d)[lane] = (uint32_t)value;
    }
    return op + 1;
}
