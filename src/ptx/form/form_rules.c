/* Checks the combinations of words in ptx/form/form_rules.def. */
#include <stdio.h>
#include <string.h>

#include "ptx/form/form.h"
#include "ptx/form/type_sets.h"

struct form_rule {
    uint16_t opcode; /* enum ptx_opcode */
    const char *when;
    uint64_t types, sources; /* the types that the rule is for; 0: any */
    const char *one_of, *none_of;
    uint64_t allowed_types, allowed_sources; /* 0: any */
};

#define NO_TYPE (UINT64_C(1) << 63) /* no type has this number */

static const struct form_rule rules[] = {
#define FORM_RULE(opcode, when, types, sources, one_of, none_of) \
    {PTX_OPCODE_##opcode, when, types, sources, one_of, none_of, 0, 0},
#define FORM_TYPES(opcode, when, allowed) {PTX_OPCODE_##opcode, when, 0, 0, "", "", allowed, 0},
#define FORM_SOURCES(opcode, when, types, allowed) {PTX_OPCODE_##opcode, when, types, 0, "", "", 0, allowed},
#define FORM_NONE(opcode, when, types, sources) {PTX_OPCODE_##opcode, when, types, sources, "", "", NO_TYPE, 0},
#include "ptx/form/form_rules.def"
};

static const char *next_word(const char *word)
{
    word += strcspn(word, " ");
    return word + strspn(word, " ");
}

bool form_word_means(const char *word, size_t length, enum ptx_modifier modifier)
{
    const char *name = ptx_modifier_name(modifier);
    if (strlen(name) == length && memcmp(name, word, length) == 0)
        return true;
    return ptx_modifier_class_find(word, length) == ptx_modifier_class(modifier);
}

/* The modifier or state space of the form that `word` names. NULL if it has none. */
static const char *find_in_form(const struct ptx_form *form, const char *word, size_t length)
{
    enum ptx_space space;
    if (ptx_space_find(word, length, &space))
        return form->space == space || form->space_2 == space ? ptx_space_name(space) : NULL;
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (form_word_means(word, length, (enum ptx_modifier)form->modifiers[i]))
            return ptx_modifier_name((enum ptx_modifier)form->modifiers[i]);
    return NULL;
}

/* The first of the words that the form has. NULL if it has none of them. */
static const char *find_any(const struct ptx_form *form, const char *words)
{
    const char *found = NULL;
    for (; *words && !found; words = next_word(words))
        found = find_in_form(form, words, strcspn(words, " "));
    return found;
}

static bool has_all(const struct ptx_form *form, const char *words)
{
    for (; *words; words = next_word(words))
        if (!find_in_form(form, words, strcspn(words, " ")))
            return false;
    return true;
}

/* Whether the type at `index` is in the set. An empty set holds all. */
static bool is_in(const struct ptx_form *form, uint8_t index, uint64_t set)
{
    return set == 0 || (index < form->type_count && (set >> form->types[index] & 1) != 0);
}

/* Where the instruction is, for messages about it. */
struct spot {
    const struct source *source;
    struct location location;
    struct diagnostics *diagnostics;
};

static bool check_rule(const struct form_rule *rule, const struct ptx_form *form, const struct spot *spot)
{
    const char *mnemonic = ptx_opcode_info(form->opcode)->mnemonic;
    const char *unwanted = find_any(form, rule->none_of);
    if (unwanted)
        return diagnostics_add(spot->diagnostics, DIAGNOSTIC_ERROR, spot->source, spot->location,
                               "'%s' does not take '.%s' in this form", mnemonic, unwanted);
    if (*rule->one_of && !find_any(form, rule->one_of))
        return diagnostics_add(spot->diagnostics, DIAGNOSTIC_ERROR, spot->source, spot->location,
                               "'%s' needs one more word in this form: %s", mnemonic, rule->one_of);
    if (is_in(form, 0, rule->allowed_types) && is_in(form, 1, rule->allowed_sources))
        return true;
    return diagnostics_add(spot->diagnostics, DIAGNOSTIC_ERROR, spot->source, spot->location,
                           "'%s%s%s' has no form for type '.%s'", mnemonic, *rule->when ? "." : "", rule->when,
                           ptx_type_name((enum ptx_type)form->types[rule->allowed_types ? 0 : 1]));
}

bool form_check(const struct ptx_form *form, const struct source *source, struct location location,
                struct diagnostics *diagnostics)
{
    struct spot spot = {source, location, diagnostics};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct form_rule *rule = &rules[i];
        bool applies = rule->opcode == form->opcode && has_all(form, rule->when) && is_in(form, 0, rule->types) &&
                       is_in(form, 1, rule->sources);
        if (applies && !check_rule(rule, form, &spot))
            return false;
    }
    return true;
}
