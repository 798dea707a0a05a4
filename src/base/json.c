/* Typed getters and canonical text for jansson's values. */
#include "base/json.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"

enum { KEY_BYTES = 256, PATH_SHOWN_BYTES = 120 };

/* A file that was cut off is the most frequent mistake. The library says it in English alone. */
static const char *reason_of(const json_error_t *problem, const char *text, size_t size_bytes)
{
    size_t blank_bytes = 0;
    while (blank_bytes < size_bytes && isspace((unsigned char)text[blank_bytes]))
        blank_bytes++;
    if (blank_bytes == size_bytes)
        return _("there is no text");
    bool is_cut = json_error_code(problem) == json_error_premature_end_of_input;
    return is_cut ? _("the text ends too early: it was cut off") : problem->text;
}

json_t *json_read(const char *text, size_t size_bytes, struct error *error)
{
    json_error_t problem;
    json_t *value = json_loadb(text, size_bytes, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &problem);
    if (value)
        return value;
    CLEANUP(buffer_done) struct buffer reason = BUFFER_INIT;
    const char *why = reason_of(&problem, text, size_bytes);
    text_sanitise_line(&reason, why, strlen(why));
    error_set(error, ERROR_SYNTAX, "JSON line %d column %d: %s", problem.line, problem.column, buffer_text(&reason));
    return NULL;
}

json_t *json_read_file(const char *path, size_t limit_bytes, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    return file_read(path, limit_bytes, &text, error) ? json_read(buffer_text(&text), text.size_bytes, error) : NULL;
}

const char *json_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool fail_at(const char *path, enum error_code code, const char *what, struct error *error)
{
    CLEANUP(buffer_done) struct buffer shown = BUFFER_INIT;
    text_sanitise_line(&shown, path, strnlen(path, PATH_SHOWN_BYTES));
    return error_set(error, code, "JSON '%s' %s", *path ? buffer_text(&shown) : "(root)", what);
}

/* An index has decimal digits only, so a hostile path cannot wrap around. */
static json_t *array_element(const json_t *array, const char *key)
{
    size_t index = 0;
    for (const char *c = key; *c; c++) {
        if (*c < '0' || *c > '9' || index > SIZE_MAX / 10 - 10)
            return NULL;
        index = index * 10 + (size_t)(*c - '0');
    }
    return *key ? json_array_get(array, index) : NULL;
}

static json_t *find(const json_t *root, const char *path)
{
    const json_t *value = root;
    while (value && *path) {
        char key[KEY_BYTES];
        size_t length = strcspn(path, ".");
        if (length >= sizeof key)
            return NULL;
        memcpy(key, path, length);
        key[length] = '\0';
        path += length + (path[length] == '.');
        value = json_is_array(value) ? array_element(value, key) : json_object_get(value, key);
    }
    return (json_t *)value;
}

bool json_get(const json_t *root, const char *path, json_t **out_value, struct error *error)
{
    json_t *value = find(root, path);
    if (!value)
        return fail_at(path, ERROR_NOT_FOUND, _("is missing"), error);
    *out_value = value;
    return true;
}

bool json_get_object(const json_t *root, const char *path, json_t **out_value, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_object(value))
        return fail_at(path, ERROR_SYNTAX, _("must be an object"), error);
    *out_value = value;
    return true;
}

bool json_get_array(const json_t *root, const char *path, json_t **out_value, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_array(value))
        return fail_at(path, ERROR_SYNTAX, _("must be an array"), error);
    *out_value = value;
    return true;
}

bool json_get_text(const json_t *root, const char *path, const char **out_text, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_string(value) || strlen(json_string_value(value)) != json_string_length(value))
        return fail_at(path, ERROR_SYNTAX, _("must be a text"), error);
    *out_text = json_string_value(value);
    return true;
}

bool json_get_integer(const json_t *root, const char *path, int64_t *out_value, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_integer(value))
        return fail_at(path, ERROR_SYNTAX, _("must be an integer"), error);
    *out_value = json_integer_value(value);
    return true;
}

bool json_get_integer_in(const json_t *root, const char *path, int64_t low, int64_t high, int64_t *out_value,
                         struct error *error)
{
    int64_t value;
    if (!json_get_integer(root, path, &value, error))
        return false;
    if (value < low || value > high) {
        char range[96];
        snprintf(range, sizeof range, _("must be from %lld to %lld"), (long long)low, (long long)high);
        return fail_at(path, ERROR_RANGE, range, error);
    }
    *out_value = value;
    return true;
}

bool json_get_real(const json_t *root, const char *path, double *out_value, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_number(value))
        return fail_at(path, ERROR_SYNTAX, _("must be a number"), error);
    *out_value = json_number_value(value);
    return true;
}

bool json_get_bool(const json_t *root, const char *path, bool *out_value, struct error *error)
{
    json_t *value;
    if (!json_get(root, path, &value, error))
        return false;
    if (!json_is_boolean(value))
        return fail_at(path, ERROR_SYNTAX, _("must be true or false"), error);
    *out_value = json_is_true(value);
    return true;
}

static bool is_absent(const json_t *root, const char *path)
{
    const json_t *value = find(root, path);
    return !value || json_is_null(value);
}

bool json_get_text_or(const json_t *root, const char *path, const char *fallback, const char **out_text,
                      struct error *error)
{
    if (!is_absent(root, path))
        return json_get_text(root, path, out_text, error);
    *out_text = fallback;
    return true;
}

bool json_get_integer_or(const json_t *root, const char *path, int64_t fallback, int64_t *out_value,
                         struct error *error)
{
    if (!is_absent(root, path))
        return json_get_integer(root, path, out_value, error);
    *out_value = fallback;
    return true;
}

bool json_get_real_or(const json_t *root, const char *path, double fallback, double *out_value, struct error *error)
{
    if (!is_absent(root, path))
        return json_get_real(root, path, out_value, error);
    *out_value = fallback;
    return true;
}

static json_t *checked(json_t *value)
{
    if (value)
        return value;
    fputs("warpschool: out of memory\n", stderr);
    abort();
}

json_t *json_from_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text); /* NULL for invalid UTF-8 */
    if (value)
        return value;
    CLEANUP(buffer_done) struct buffer valid = BUFFER_INIT;
    size_t size_bytes = strlen(text);
    for (size_t at = 0; at < size_bytes;) {
        int32_t codepoint;
        size_t step = text_step(text + at, size_bytes - at, &codepoint);
        if (codepoint == 0xFFFD)
            buffer_append_text(&valid, "\xEF\xBF\xBD");
        else
            buffer_append(&valid, text + at, step);
        at += step;
    }
    return checked(json_stringn(buffer_text(&valid), valid.size_bytes));
}

json_t *json_from_u64(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%016" PRIx64, value);
    return checked(json_string(text));
}

bool json_get_u64(const json_t *root, const char *path, uint64_t *out_value, struct error *error)
{
    const char *text;
    if (!json_get_text(root, path, &text, error))
        return false;
    bool is_hex = strlen(text) == 18 && text_begins(text, "0x") && strspn(text + 2, "0123456789abcdef") == 16;
    if (!is_hex)
        return fail_at(path, ERROR_SYNTAX, _("must be 0x and 16 hexadecimal digits"), error);
    *out_value = strtoull(text + 2, NULL, 16);
    return true;
}

static int append_piece(const char *piece, size_t size_bytes, void *context)
{
    buffer_append(context, piece, size_bytes);
    return 0;
}

static void dump(struct buffer *out, const json_t *value, size_t flags)
{
    if (!json_dump_callback(value, append_piece, out, flags | JSON_ENCODE_ANY))
        return;
    fputs("warpschool: a JSON value could not be written\n", stderr);
    abort(); /* a cycle, or no memory */
}

void json_append_canonical(struct buffer *out, const json_t *value)
{
    dump(out, value, JSON_COMPACT | JSON_SORT_KEYS);
}

void json_append_pretty(struct buffer *out, const json_t *value)
{
    dump(out, value, JSON_INDENT(2));
    buffer_append_char(out, '\n');
}
