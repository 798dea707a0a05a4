/*
 * Told sentences: a template and its fields in one string, put into words later and elsewhere. So
 * a layer that knows no languages states the facts, and another layer translates the sentence.
 *
 *     told_print(out, sizeof out, "{line} reads {at}", "line=%d" TOLD_AND "at=%s", 3, "c[33]");
 *
 * A value can be a told sentence itself. Told sentences can follow each other and plain text. A
 * template of two forms, TOLD_COUNT("one", "several"), goes by the number in its first field. The
 * English templates are the keys of the translations.
 *
 * The template can be a format of printf, too: told_format() keeps its values in order.
 */
#ifndef BASE_TOLD_H
#define BASE_TOLD_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/buffer.h"

#define TOLD_AND "\x02"
#define TOLD_OR "\x04"
#define TOLD_COUNT(one, several) one TOLD_OR several
#define TOLD_TEXT(text) "\x01" text "\x03" /* a sentence without fields, or a part of one */

/* Appends nothing. Returns the length; a sentence that does not fit is cut off, as by snprintf. */
size_t told_print(char *out, size_t capacity, const char *template, const char *fields, ...)
    __attribute__((format(printf, 4, 5)));

/*
 * A sentence whose template is a format of printf, as of an error. Control characters of its values
 * become harmless. A value can be a told sentence itself.
 */
size_t told_format(char *out, size_t capacity, const char *format, va_list arguments)
    __attribute__((format(printf, 3, 0)));
void told_append_format(struct buffer *out, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

/* In the arena. Plain text stays as it is. A field without a value stays as it is, in braces. */
const char *told_english(struct arena *arena, const char *told);
const char *told_local(struct arena *arena, const char *told);

/* The first sentence, at any depth, with this template, and all that follows. NULL: none. */
const char *told_find(const char *told, const char *template);

/* A field of the first sentence, in English. NULL: there is none. */
const char *told_value(struct arena *arena, const char *told, const char *name);

/* What follows the first sentence; "" if nothing does, or if there is no told sentence. */
const char *told_rest(const char *told);

#endif
