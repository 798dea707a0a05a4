/*
 * One lesson file on its way to the model: its text, its nodes, the place of each member, and its
 * mistakes.
 */
#ifndef CURRICULUM_READ_LESSON_FILE_H
#define CURRICULUM_READ_LESSON_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"
#include "base/text_table.h"
#include "curriculum/model.h"
#include "curriculum/read/fields.h"
#include "curriculum/yaml/yaml.h"

/* Members of the model (by address) and the places that they were read from. */
struct places;
struct places *lesson_places_new(struct arena *arena);
void lesson_places_add(struct places *places, const void *member, const struct yaml_node *node);
const struct yaml_node *lesson_places_find(const struct places *places, const void *member); /* NULL: not written */

struct named_texts;

struct lesson_file {
    struct arena *arena;
    const struct source *source;
    struct diagnostics *diagnostics;
    struct places *places; /* of members */
    struct places *wholes; /* of structs, whose first member has the same address */
    struct yaml_node *root;
    struct lesson *lesson; /* NULL if the YAML could not be read */
    struct exercise **exercises;
    size_t exercise_count, exercise_capacity;
    size_t error_count;
    const char *folder;        /* the folder with lessons/; NULL if the text is alone */
    struct text_table kernels; /* of its steps, by file, each without mistakes: struct lab_kernel */
    const char *stem;          /* path below it without ".yaml", for translations */
};

/* Reports an author's mistake. The lesson is then left out. Returns false. */
bool lesson_error(struct lesson_file *file, struct location location, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds a hint to a mistake that a colon in a plain text explains. */
void lesson_colon_hint(struct lesson_file *file);

/* The place of a member, or `fallback` if it was not written. */
struct location lesson_place(const struct lesson_file *file, const void *member, struct location fallback);
struct location lesson_whole_place(const struct lesson_file *file, const void *structure, struct location fallback);

/* Parses and walks: fills root, lesson and exercises. False if there was an error. */
bool lesson_file_read(struct lesson_file *file);

/*
 * Fills `target` from a mapping. With `inherit`, omitted keys keep their present value, required or
 * not.
 */
bool walk_mapping(struct lesson_file *file, enum mapping_id mapping, const struct yaml_node *node, void *target,
                  bool inherit);

/* Readers of one value, by field type; false after reporting. */
typedef bool field_reader(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member);
field_reader read_scalar, read_texts, read_choice, read_audience, read_expression, read_days, read_shape, read_init,
    read_inits, read_variant, read_quantities, read_named_texts, read_range, read_integers;

/* A number, or an expression of numbers: `1 << 20`. */
bool read_value(struct lesson_file *file, const struct yaml_node *node, struct value *out_value);

/* One name and its text. `texts` has room for it. */
bool read_named_text(struct lesson_file *file, struct named_texts *texts, struct yaml_node *node);

/* A key of a case that is not in the table: the value of a scalar. */
bool read_case_value(struct lesson_file *file, struct exercise_case *target, struct yaml_node *node);

/* The variant of an exercise. The exercise's other keys must have been read. */
bool read_exercise_variant(struct lesson_file *file, const struct yaml_node *exercise_node, struct exercise *exercise);

/* An expression at its place in the file. NULL after reporting. */
struct expression *lesson_expression(struct lesson_file *file, const struct yaml_node *node);

/* "expected an id, found a list" */
bool read_wrong_type(struct lesson_file *file, const struct field *field, const struct yaml_node *node);

void lesson_file_add_exercise(struct lesson_file *file, struct exercise *exercise);

#endif
