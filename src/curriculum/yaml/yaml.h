/*
 * YAML text -> a tree of nodes with positions. Supports only the parts of YAML that lessons need.
 *
 * Refused, each with its place: bytes that are not UTF-8, NUL, anchors, aliases, tags, several
 * documents, duplicate keys. Keys must be plain words, and every limit below holds. libyaml can
 * take time that grows with the square of the nesting. So the depth is counted while its events
 * arrive, and runs of brackets are found in the text first.
 */
#ifndef CURRICULUM_YAML_YAML_H
#define CURRICULUM_YAML_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diagnostics.h"

enum {
    YAML_SIZE_MAX_BYTES = 1024 * 1024,
    YAML_LINE_MAX_BYTES = 4096,
    YAML_DEPTH_MAX = 64,
    YAML_NODES_MAX = 20000,
    YAML_KEYS_MAX = 200, /* of one mapping */
};

enum yaml_kind { YAML_KIND_SCALAR, YAML_KIND_SEQUENCE, YAML_KIND_MAPPING };

/* A course has many nodes, so they are small. YAML_SIZE_MAX_BYTES fits the 32 bits. */
struct yaml_node {
    const char *text;         /* scalar: its value, no NUL inside */
    struct location location; /* of the first line */
    enum yaml_kind kind : 8;
    bool is_plain : 1; /* scalar without quotes or block style */
    bool is_flow : 1;  /* [..] or {..} */
    bool slot_is_line : 1;
    uint32_t start_bytes, end_bytes;
    struct yaml_node *key; /* of a mapping's child; NULL in sequences */
    struct yaml_node *first, *last, *next;
    const char **slot; /* the place of a translatable text, and its rules; the walker sets them */
    uint32_t slot_max_bytes;
    uint32_t child_count;
};

/* NULL after an error. The error is in `diagnostics`. */
struct yaml_node *yaml_read(struct arena *arena, const struct source *source, struct diagnostics *diagnostics);

/* A scalar's text without the final newlines of block scalars. */
const char *yaml_trimmed(struct arena *arena, const struct yaml_node *scalar);

/* The value of `key`, or NULL. */
struct yaml_node *yaml_child(const struct yaml_node *mapping, const char *key);

/* "a text", "a list", "a mapping", "nothing" */
const char *yaml_kind_words(const struct yaml_node *node);

/*
 * Inside [..] and {..} a comma ends a plain text, so `init: uniform(-1, 1)` falls into two. This
 * finds texts with an open bracket, joins the pieces and reports each: "quote it". Returns their
 * number.
 */
size_t yaml_join_split_calls(struct arena *arena, struct yaml_node *root, const struct source *source,
                             struct diagnostics *diagnostics);

#endif
