/*
 * The debug sections of a PTX text as bytes.
 *
 *     section = ".section" name "{" {label ":" | data} "}"
 *     data    = (".b8" | ".b16" | ".b32" | ".b64") value {"," value}
 *     value   = integer | name ["+" integer]
 *
 * A name becomes a number: a label of the code its PTX line, a label of a section its offset there,
 * a section 0. Any other name becomes SECTION_SYMBOL plus its index in `symbols`.
 */
#ifndef PTX_DEBUG_SECTION_H
#define PTX_DEBUG_SECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/error.h"

#define SECTION_SYMBOL (UINT64_C(1) << 48)

enum section_id { SECTION_INFO, SECTION_ABBREVIATIONS, SECTION_PLACES, SECTION_STRINGS, SECTION_COUNT };
enum { SECTION_BYTES_MAX = 16 << 20 };

struct section {
    uint8_t *bytes;
    size_t size_bytes;
};

struct sections {
    struct section items[SECTION_COUNT];
    const char *const *symbols;
    size_t symbol_count;
};

/* Errors: SYNTAX, RANGE. */
bool sections_read(struct arena *arena, const struct source *ptx, struct sections *out_sections, struct error *error);

/* NULL: the number is no symbol. */
const char *sections_symbol(const struct sections *sections, uint64_t number);

#endif
