/* Operands for arithmetic tests: a repeatable stream with many edge values. */
#ifndef MATH_SUPPORT_H
#define MATH_SUPPORT_H

#include <stdint.h>

struct math_stream {
    uint64_t state; /* never 0 */
};

/* xorshift64 (Marsaglia 2003). */
static inline uint64_t stream_next(struct math_stream *stream)
{
    stream->state ^= stream->state << 13;
    stream->state ^= stream->state >> 7;
    stream->state ^= stream->state << 17;
    return stream->state;
}

/*
 * Any bits, exponents near 1, subnormals and the least normals, one bit of significand, or edges.
 */
static inline uint32_t stream_f32(struct math_stream *stream)
{
    static const uint32_t edges[] = {0,          0x80000000, 1,          0x807fffff, 0x00800000, 0x3f800000,
                                     0xbf800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000,
                                     0xffc12345, 0x7f800001, 0x4f000000, 0x4effffff, 0xcf000000, 0x4f800000,
                                     0x5f000000, 0x3effffff, 0x3f000000};
    uint32_t bits = (uint32_t)(stream_next(stream) >> 20);
    uint64_t kind = stream_next(stream) >> 40;
    switch (kind % 5) {
    case 0:
        return (bits & 0x807fffff) | (uint32_t)(127 - 30 + kind / 5 % 90) << 23;
    case 1:
        return bits & 0x80ffffff;
    case 2:
        return (bits & 0xff800000) | 1U << (kind / 5 % 23);
    case 3:
        return edges[kind / 5 % (sizeof edges / sizeof edges[0])];
    default:
        return bits;
    }
}

static inline uint64_t stream_f64(struct math_stream *stream)
{
    static const uint64_t edges[] = {
        0,
        UINT64_C(1) << 63,
        1,
        UINT64_C(0x800fffffffffffff),
        UINT64_C(0x0010000000000000),
        UINT64_C(0x3ff0000000000000),
        UINT64_C(0x7fefffffffffffff),
        UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff8000000000000),
        UINT64_C(0x7ff4000000000abc),
        UINT64_C(0x41e0000000000000),
        UINT64_C(0x43e0000000000000),
        UINT64_C(0x43f0000000000000),
        UINT64_C(0x36a0000000000001),
        UINT64_C(0x47efffffefffffff),
    };
    uint64_t bits = stream_next(stream);
    uint64_t kind = stream_next(stream) >> 40;
    switch (kind % 5) {
    case 0:
        return (bits & UINT64_C(0x800fffffffffffff)) | (1023 - 60 + kind / 5 % 130) << 52;
    case 1:
        return bits & UINT64_C(0x801fffffffffffff);
    case 2:
        return (bits & UINT64_C(0xfff0000000000000)) | UINT64_C(1) << (kind / 5 % 52);
    case 3:
        return edges[kind / 5 % (sizeof edges / sizeof edges[0])];
    default:
        return bits;
    }
}

#endif
