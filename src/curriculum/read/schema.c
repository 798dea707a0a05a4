/* The field tables as a JSON schema. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "curriculum/format.h"
#include "curriculum/read/fields.h"
#include "plan/parameter.h"

#define ID_PATTERN "^[a-z][a-z0-9_-]*$"

static json_t *reference(const char *mapping)
{
    return json_pack("{s:o}", "$ref", json_sprintf("#/$defs/%s", mapping));
}

static json_t *text_schema(const struct field *field, const char *pattern)
{
    json_t *schema = json_pack("{s:s}", "type", "string");
    if (field->high > 0)
        json_object_set_new(schema, "maxLength", json_integer((json_int_t)field->high));
    if (pattern)
        json_object_set_new(schema, "pattern", json_string(pattern));
    return schema;
}

static json_t *number_schema(const struct field *field, const char *type)
{
    return json_pack("{s:s, s:f, s:f}", "type", type, "minimum", field->low, "maximum", field->high);
}

static json_t *list_schema(const struct field *field, json_t *items)
{
    return json_pack("{s:s, s:o, s:I, s:I}", "type", "array", "items", items, "minItems", (json_int_t)field->low,
                     "maxItems", (json_int_t)field->high);
}

/* Texts, or numbers in their place, as in `bytes: 12*n` and `shape: [1]`. */
static json_t *expression_schema(void)
{
    return json_pack("{s:[s,s]}", "type", "string", "number");
}

/* The words of a type name its values: "in, out or inout". */
static json_t *choice_schema(enum field_type type)
{
    json_t *values = json_array();
    char words[256];
    snprintf(words, sizeof words, "%s", field_type_words(type));
    char *rest = words;
    if (text_begins(rest, "a list of "))
        rest += 10;
    for (char *word; (word = strtok_r(rest, ", ", &rest));)
        if (strcmp(word, "or") != 0)
            json_array_append_new(values, json_string(word));
    return json_pack("{s:o}", "enum", values);
}

static json_t *dtype_schema(void)
{
    json_t *values = json_array();
    for (int dtype = 0; dtype < DTYPE_COUNT; dtype++)
        json_array_append_new(values, json_string(dtype_name((enum dtype)dtype)));
    return json_pack("{s:o}", "enum", values);
}

static json_t *days_schema(const struct field *field)
{
    json_t *pair = json_pack("{s:s, s:o, s:i, s:i}", "type", "array", "items", number_schema(field, "integer"),
                             "minItems", 2, "maxItems", 2);
    return json_pack("{s:[o, o]}", "anyOf", number_schema(field, "integer"), pair);
}

static json_t *init_schema(void)
{
    json_t *kernel = json_pack("{s:s, s:{s:{s:s}}, s:[s], s:b}", "type", "object", "properties", "kernel", "type",
                               "string", "required", "kernel", "additionalProperties", false);
    return json_pack("{s:[{s:s}, o]}", "anyOf", "type", "string", kernel);
}

static json_t *quantities_schema(const struct field *field)
{
    json_t *one = json_pack("{s:s, s:s}", "type", "string", "pattern", ID_PATTERN);
    return json_pack("{s:[o, o]}", "anyOf", one, list_schema(field, json_deep_copy(one)));
}

static json_t *named_schema(json_t *value)
{
    return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", value);
}

/* A variant is an exercise that can omit everything but its id. */
static json_t *variant_schema(void)
{
    return json_pack("{s:s, s:[s]}", "type", "object", "required", "id");
}

/* Names with values, lists of expressions, and what only the steps that run kernels have. */
static json_t *mapped_schema(const struct field *field)
{
    switch (field->type) {
    case FIELD_INITS:
        return named_schema(json_pack("{s:s}", "type", "string"));
    case FIELD_QUANTITIES:
        return quantities_schema(field);
    case FIELD_SHAPE:
        return list_schema(field, expression_schema());
    case FIELD_NAMED:
        return named_schema(expression_schema());
    case FIELD_RANGE:
        return named_schema(list_schema(field, expression_schema()));
    default:
        return list_schema(field, json_pack("{s:s}", "type", "integer"));
    }
}

static json_t *value_schema(const struct field *field)
{
    switch (field->type) {
    case FIELD_ID:
        return text_schema(field, ID_PATTERN);
    case FIELD_NAME:
        return text_schema(field, "^[A-Za-z_][A-Za-z0-9_]*$");
    case FIELD_LINE:
    case FIELD_TEXT:
    case FIELD_CODE:
    case FIELD_PATH:
        return text_schema(field, field->type == FIELD_LINE ? "^[^\\n]*$" : NULL);
    case FIELD_IDS:
        return list_schema(field, json_pack("{s:s, s:s}", "type", "string", "pattern", ID_PATTERN));
    case FIELD_LINES:
    case FIELD_PATHS:
        return list_schema(field, json_pack("{s:s}", "type", "string"));
    case FIELD_INTEGER:
        return number_schema(field, "integer");
    case FIELD_NUMBER:
        return number_schema(field, "number");
    case FIELD_BOOL:
        return json_pack("{s:s}", "type", "boolean");
    case FIELD_LEVEL:
    case FIELD_LESSON_KIND:
    case FIELD_KIND:
    case FIELD_ROLE:
    case FIELD_BASELINE:
    case FIELD_EXPECT:
    case FIELD_STRIP:
    case FIELD_SCALE:
    case FIELD_RUNG:
        return choice_schema(field->type);
    case FIELD_AUDIENCE:
        return list_schema(field, choice_schema(field->type));
    case FIELD_DTYPE:
        return dtype_schema();
    case FIELD_EXPRESSION:
        return expression_schema();
    case FIELD_DAYS:
        return days_schema(field);
    case FIELD_INIT:
        return init_schema();
    case FIELD_SHAPE:
    case FIELD_INITS:
    case FIELD_QUANTITIES:
    case FIELD_NAMED:
    case FIELD_RANGE:
    case FIELD_INTEGERS:
        return mapped_schema(field);
    case FIELD_VARIANT:
        return variant_schema();
    case FIELD_LIST:
        return list_schema(field, reference(mapping_get(field->element)->name));
    case FIELD_NESTED:
    case FIELD_POINTED:
        return reference(mapping_get(field->element)->name);
    case FIELD_TYPE_COUNT:
        break;
    }
    return json_object();
}

static json_t *mapping_schema(enum mapping_id id)
{
    size_t count;
    const struct field *fields = field_table(&count);
    const struct mapping *mapping = mapping_get(id);
    json_t *properties = json_object(), *required = json_array();
    for (size_t i = 0; i < count; i++) {
        if (fields[i].mapping != id)
            continue;
        json_t *value = value_schema(&fields[i]);
        json_object_set_new(value, "description", json_string(fields[i].help));
        json_object_set_new(properties, fields[i].key, value);
        if (fields[i].is_required)
            json_array_append_new(required, json_string(fields[i].key));
    }
    json_t *others = mapping->is_open ? expression_schema() : json_false();
    json_t *schema = json_pack("{s:s, s:s, s:o, s:o, s:o}", "type", "object", "description", mapping->words,
                               "properties", properties, "required", required, "additionalProperties", others);
    if (!mapping->shorthand[0])
        return schema;
    return json_pack("{s:[{s:s}, o]}", "anyOf", "type", "string", schema);
}

void curriculum_format_schema(struct buffer *out)
{
    json_t *definitions = json_object();
    for (int id = 0; id < MAPPING_COUNT; id++)
        json_object_set_new(definitions, mapping_get((enum mapping_id)id)->name, mapping_schema((enum mapping_id)id));
    CLEANUP(json_decref)
    json_t *schema = json_pack("{s:s, s:s, s:s, s:o}", "$schema", "https://json-schema.org/draft/2020-12/schema",
                               "title", "a warpschool lesson", "$ref", "#/$defs/lesson", "$defs", definitions);
    json_append_pretty(out, schema);
}
