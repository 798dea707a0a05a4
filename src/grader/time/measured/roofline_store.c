/* Keeps measured rooflines in a file. */
#include "grader/time/measured/roofline_store.h"

#include "grader/grader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"

enum { ROOFLINE_FILE_BYTES_MAX = 1 << 20, KEY_BYTES = 128 };

/* Without dots, because they separate the parts of a JSON path. */
static bool key_of(const struct device_properties *properties, char out_key[KEY_BYTES])
{
    if (!*properties->uuid)
        return false;
    snprintf(out_key, KEY_BYTES, "%s %s", properties->uuid, properties->driver);
    for (char *at = out_key; *at; at++)
        if (*at == '.')
            *at = '-';
    return true;
}

static json_t *read_file(const char *state_dir)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    json_t *json = json_read_file(path_join(arena, state_dir, ROOFLINE_FILE), ROOFLINE_FILE_BYTES_MAX, NULL);
    if (json_is_object(json))
        return json;
    json_decref(json);
    return json_object();
}

static bool is_rate(double value)
{
    return isfinite(value) && value > 1e9 && value < 1e18;
}

static bool read_rates(json_t *entry, struct roofline *out_roofline)
{
    struct roofline found;
    if (!json_get_real(entry, "copy_bytes_per_second", &found.copy_bytes_per_second, NULL) ||
        !json_get_real(entry, "fp32_flops", &found.fp32_flops, NULL) || !is_rate(found.copy_bytes_per_second) ||
        !is_rate(found.fp32_flops))
        return false;
    *out_roofline = found;
    return true;
}

bool grader_measured_roofline(const char *state_dir, const char *product, struct roofline *out_roofline)
{
    const char *key;
    json_t *entry;
    bool found = false;
    if (!state_dir || !*product)
        return false;
    json_t *json CLEANUP(json_decref) = read_file(state_dir);
    json_object_foreach(json, key, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "name"));
        if (name && strcmp(name, product) == 0)
            found = read_rates(entry, out_roofline) || found; /* with several, the last by UUID and driver */
    }
    return found;
}

bool roofline_store_find(const char *state_dir, const struct device_properties *properties,
                         struct roofline *out_roofline)
{
    char key[KEY_BYTES];
    json_t *entry;
    if (!state_dir || !key_of(properties, key))
        return false;
    json_t *json CLEANUP(json_decref) = read_file(state_dir);
    return json_get_object(json, key, &entry, NULL) && read_rates(entry, out_roofline);
}

void roofline_store_keep(const char *state_dir, const struct device_properties *properties,
                         const struct roofline *roofline)
{
    char key[KEY_BYTES];
    if (!state_dir || !key_of(properties, key) || !is_rate(roofline->copy_bytes_per_second) ||
        !is_rate(roofline->fp32_flops))
        return;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    json_t *json CLEANUP(json_decref) = read_file(state_dir);
    json_object_set_new(json, key,
                        json_pack("{s:s, s:f, s:f}", "name", properties->name, "copy_bytes_per_second",
                                  roofline->copy_bytes_per_second, "fp32_flops", roofline->fp32_flops));
    char *text = json_dumps(json, JSON_INDENT(2) | JSON_SORT_KEYS);
    if (text)
        file_write_atomic(path_join(arena, state_dir, ROOFLINE_FILE), text, strlen(text), NULL);
    free(text);
}
