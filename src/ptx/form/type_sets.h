/* Sets of types, as bits of a uint64_t. ptx/opcodes.def and ptx/form/form_rules.def name them. */
#ifndef PTX_FORM_TYPE_SETS_H
#define PTX_FORM_TYPE_SETS_H

#include <stdint.h>

#include "ptx/opcode.h"

#define T(suffix) (UINT64_C(1) << PTX_TYPE_##suffix)
#define INT32 (T(U32) | T(S32))
#define INT64 (T(U64) | T(S64))
#define SINTS (T(S16) | T(S32) | T(S64))
#define INTS (T(U16) | T(S16) | INT32 | INT64)
#define INT_PAIRS (T(U16X2) | T(S16X2))
#define BITS (T(B16) | T(B32) | T(B64))
#define FLOATS (T(F32) | T(F64))
#define HALVES (T(F16) | T(F16X2) | T(BF16) | T(BF16X2))
#define FP8 (T(E4M3) | T(E5M2) | T(E4M3X2) | T(E5M2X2) | T(E4M3X4) | T(E5M2X4))
#define FP6 (T(E2M3X2) | T(E3M2X2) | T(E2M3X4) | T(E3M2X4))
#define SMALL_FLOATS (FP8 | FP6 | T(E2M1X2) | T(E2M1X4) | T(UE8M0X2))
#define MOVABLE (INTS | BITS | FLOATS | T(F16) | T(BF16) | T(F16X2) | T(BF16X2))
#define MEMORY (INTS | T(U8) | T(S8) | T(B8) | BITS | T(B128) | FLOATS)

#endif
