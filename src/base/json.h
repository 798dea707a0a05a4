/*
 * JSON over jansson: parsing with limits, typed getters whose errors name the path, canonical text.
 *
 * A path names a value below a root: keys and array indices joined by dots, "cases.3.seed". "" is
 * the root itself. Getters leave their output unchanged on failure. A missing value is
 * ERROR_NOT_FOUND, a wrong type ERROR_SYNTAX, a value out of range ERROR_RANGE. The `_or` forms use
 * the fallback if the value is missing or null. They still refuse a wrong type.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/error.h"

DEFINE_CLEANUP(json_decref, json_t *)

/*
 * Parses a whole text. Duplicate keys, NUL bytes and text after the value are errors with line and
 * column.
 */
json_t *json_read(const char *text, size_t size_bytes, struct error *error);

/* The same of a file of at most limit_bytes. */
json_t *json_read_file(const char *path, size_t limit_bytes, struct error *error);

/* The text of a key; "" if there is none. */
const char *json_text(const json_t *object, const char *key);

/* Borrowed. Never NULL on success. */
bool json_get(const json_t *root, const char *path, json_t **out_value, struct error *error);
bool json_get_object(const json_t *root, const char *path, json_t **out_value, struct error *error);
bool json_get_array(const json_t *root, const char *path, json_t **out_value, struct error *error);

/* Points into the value. Holds no NUL. */
bool json_get_text(const json_t *root, const char *path, const char **out_text, struct error *error);
bool json_get_integer(const json_t *root, const char *path, int64_t *out_value, struct error *error);
bool json_get_integer_in(const json_t *root, const char *path, int64_t low, int64_t high, int64_t *out_value,
                         struct error *error);
bool json_get_real(const json_t *root, const char *path, double *out_value, struct error *error); /* integers too */
bool json_get_bool(const json_t *root, const char *path, bool *out_value, struct error *error);

bool json_get_text_or(const json_t *root, const char *path, const char *fallback, const char **out_text,
                      struct error *error);
bool json_get_integer_or(const json_t *root, const char *path, int64_t fallback, int64_t *out_value,
                         struct error *error);
bool json_get_real_or(const json_t *root, const char *path, double fallback, double *out_value, struct error *error);

/*
 * A string value from any bytes. Invalid UTF-8 becomes U+FFFD, so this cannot fail. json_null() for
 * NULL.
 */
json_t *json_from_text(const char *text);

/* "0x" and 16 digits, since JSON's integers cannot hold 64-bit hashes everywhere. */
json_t *json_from_u64(uint64_t value);
bool json_get_u64(const json_t *root, const char *path, uint64_t *out_value, struct error *error);

/* Appends with sorted keys and without spaces. The same value gives the same bytes. */
void json_append_canonical(struct buffer *out, const json_t *value);

/* Appends keys in their order, indented by 2, with a final newline. */
void json_append_pretty(struct buffer *out, const json_t *value);

#endif
