/* Values from a fixed set. */
#include <string.h>

#include "curriculum/lab.h"
#include "curriculum/read/lesson_file.h"

struct choice_option {
    enum field_type type;
    const char *text;
    int value;
};

static const struct choice_option options[] = {
    {FIELD_LEVEL, "foundation", LEVEL_FOUNDATION},
    {FIELD_LEVEL, "intermediate", LEVEL_INTERMEDIATE},
    {FIELD_LEVEL, "advanced", LEVEL_ADVANCED},
    {FIELD_LEVEL, "research", LEVEL_RESEARCH},
    {FIELD_LESSON_KIND, "lesson", LESSON_ORDINARY},
    {FIELD_LESSON_KIND, "placement", LESSON_PLACEMENT},
    {FIELD_LESSON_KIND, "assessment", LESSON_ASSESSMENT},
    {FIELD_KIND, "kernel", EXERCISE_KERNEL},
    {FIELD_KIND, "plan", EXERCISE_PLAN},
    {FIELD_KIND, "tests", EXERCISE_TESTS},
    {FIELD_KIND, "program", EXERCISE_PROGRAM},
    {FIELD_ROLE, "in", PARAMETER_IN},
    {FIELD_ROLE, "out", PARAMETER_OUT},
    {FIELD_ROLE, "inout", PARAMETER_INOUT},
    {FIELD_BASELINE, "solution", 0},
    {FIELD_BASELINE, "roofline", 0},
    {FIELD_EXPECT, "trap", 0},
    {FIELD_STRIP, "sectors", LAB_STRIP_SECTORS},
    {FIELD_STRIP, "banks", LAB_STRIP_BANKS},
    {FIELD_SCALE, "log2", 0},
    {FIELD_RUNG, "last", 0},
    {FIELD_AUDIENCE, "ml-engineer", AUDIENCE_ML_ENGINEER},
    {FIELD_AUDIENCE, "student", AUDIENCE_STUDENT},
    {FIELD_AUDIENCE, "educator", AUDIENCE_EDUCATOR},
    {FIELD_AUDIENCE, "practitioner", AUDIENCE_PRACTITIONER},
};

enum { OPTION_COUNT = sizeof options / sizeof options[0], CANDIDATES_MAX = OPTION_COUNT + DTYPE_COUNT };

static const struct choice_option *find_option(enum field_type type, const char *text)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].type == type && strcmp(options[i].text, text) == 0)
            return &options[i];
    return NULL;
}

const char *level_name(enum level level)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].type == FIELD_LEVEL && options[i].value == (int)level)
            return options[i].text;
    return "unknown";
}

const char *exercise_kind_name(enum exercise_kind kind)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].type == FIELD_KIND && options[i].value == (int)kind)
            return options[i].text;
    return "unknown";
}

static bool unknown_option(struct lesson_file *file, const struct field *field, const struct yaml_node *node)
{
    const char *candidates[CANDIDATES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (options[i].type == field->type)
            candidates[count++] = options[i].text;
    for (int dtype = 0; field->type == FIELD_DTYPE && dtype < DTYPE_COUNT; dtype++)
        candidates[count++] = dtype_name((enum dtype)dtype);
    const char *nearest = diagnostics_nearest(node->text, candidates, count);
    if (nearest)
        return lesson_error(file, node->location, "unknown %s '%.64s' (did you mean '%s'?)", field->key, node->text,
                            nearest);
    return lesson_error(file, node->location, "unknown %s '%.64s'; expected %s", field->key, node->text,
                        field_type_words(field->type));
}

static void store_option(const struct choice_option *option, void *member)
{
    switch (option->type) {
    case FIELD_LEVEL:
        *(enum level *)member = (enum level)option->value;
        break;
    case FIELD_LESSON_KIND:
        *(enum lesson_kind *)member = (enum lesson_kind)option->value;
        break;
    case FIELD_KIND:
        *(enum exercise_kind *)member = (enum exercise_kind)option->value;
        break;
    case FIELD_ROLE:
        *(enum parameter_role *)member = (enum parameter_role)option->value;
        break;
    case FIELD_BASELINE:
        *(const char **)member = option->text;
        break;
    case FIELD_STRIP:
        *(enum lab_strip *)member = (enum lab_strip)option->value;
        break;
    default: /* FIELD_EXPECT, FIELD_SCALE, FIELD_RUNG */
        *(bool *)member = true;
        break;
    }
}

bool read_choice(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    if (node->kind != YAML_KIND_SCALAR)
        return read_wrong_type(file, field, node);
    if (field->type == FIELD_DTYPE)
        return dtype_parse(node->text, member) || unknown_option(file, field, node);
    const struct choice_option *option = find_option(field->type, node->text);
    if (!option)
        return unknown_option(file, field, node);
    store_option(option, member);
    return true;
}

bool read_audience(struct lesson_file *file, const struct field *field, struct yaml_node *node, void *member)
{
    if (node->kind != YAML_KIND_SEQUENCE)
        return read_wrong_type(file, field, node);
    unsigned audience = 0;
    bool good = true;
    for (const struct yaml_node *child = node->first; child; child = child->next) {
        if (child->kind != YAML_KIND_SCALAR) {
            good = read_wrong_type(file, field, child);
            continue;
        }
        const struct choice_option *option = find_option(field->type, child->text);
        if (option)
            audience |= (unsigned)option->value;
        else
            good = unknown_option(file, field, child);
    }
    *(unsigned *)member = audience;
    return good;
}
