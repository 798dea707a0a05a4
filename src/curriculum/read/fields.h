/*
 * The field tables of fields.def as data.
 */
#ifndef CURRICULUM_READ_FIELDS_H
#define CURRICULUM_READ_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

enum mapping_id {
#define MAPPING(name, structure, located, shorthand, open, words) MAPPING_##name,
#include "curriculum/fields.def"
    MAPPING_COUNT
};

enum field_type {
#define TYPE(id, words) FIELD_##id,
#include "curriculum/fields.def"
    FIELD_TYPE_COUNT
};

struct field {
    enum mapping_id mapping;
    const char *key;
    enum field_type type;
    bool is_required;
    size_t offset;           /* of the member in the mapping's struct */
    size_t second_offset;    /* of the count (lists) or the flag; SIZE_MAX: none */
    enum mapping_id element; /* of lists and mappings */
    double low, high;
    const char *help;
};

struct mapping {
    const char *name;
    const char *words; /* "an exercise" */
    size_t size_bytes;
    size_t location_offset; /* SIZE_MAX: none */
    const char *shorthand;  /* the key that a plain text stands for; "": none */
    bool is_open;           /* other keys are names that the author chooses */
};

const struct mapping *mapping_get(enum mapping_id id);
const char *field_type_words(enum field_type type);

/* The table in the order of fields.def: its rows follow the order of the mappings. */
const struct field *field_table(size_t *out_count);
const struct field *field_rows(enum mapping_id mapping, size_t *out_count); /* those of one mapping */
const struct field *field_find(enum mapping_id mapping, const char *key);   /* NULL: no such key */

/* The key of the mapping that the author probably meant, or NULL. */
const char *field_nearest(enum mapping_id mapping, const char *key);

#endif
