/* Resolves the spelling of an instruction against the tables. */
#include "ptx/form/form.h"

#include <stdio.h>
#include <string.h>

/* A spelling while it is resolved. */
struct reading {
    const struct ptx_token *token;
    const struct source *source;
    struct diagnostics *diagnostics;
    const struct ptx_opcode_info *row;
    struct ptx_form *form;
    uint16_t modifiers[PTX_MODIFIERS_MAX];
    uint8_t types[PTX_TYPES_MAX];
    uint8_t space_count;
    bool owes_sync; /* the mnemonic's .sync comes later among the words */
};

static struct location word_location(const struct reading *reading, const char *word, size_t length)
{
    int before = (int)(word - reading->token->name->text);
    return (struct location){reading->token->line, reading->token->column + before, (int)length};
}

static const char *next_word(const char *word)
{
    word += strcspn(word, " ");
    return word + strspn(word, " ");
}

static bool list_allows(const char *list, enum ptx_modifier modifier)
{
    for (; *list; list = next_word(list))
        if (form_word_means(list, strcspn(list, " !+~"), modifier))
            return true;
    return false;
}

/* Whether the mark after a word counts for these types. */
static bool mark_applies(char mark, const struct reading *reading)
{
    enum ptx_type_class class = ptx_type_class(reading->types[0]);
    bool is_integer = class == PTX_TYPE_CLASS_SIGNED || class == PTX_TYPE_CLASS_UNSIGNED;
    return mark == '!' || (mark == '+' && is_integer) || (mark == '~' && class == PTX_TYPE_CLASS_FLOAT);
}

/* Requires one of the marked words. */
static bool check_required(struct reading *reading)
{
    char wanted[120] = "";
    size_t used = 0;
    for (const char *word = reading->row->modifiers; *word; word = next_word(word)) {
        size_t length = strcspn(word, " !+~");
        if (!mark_applies(word[length], reading))
            continue;
        for (uint8_t i = 0; i < reading->form->modifier_count; i++)
            if (form_word_means(word, length, reading->modifiers[i]))
                return true;
        if (used + length + 3 < sizeof wanted)
            used += (size_t)snprintf(wanted + used, sizeof wanted - used, "%s%.*s", used > 0 ? ", " : "", (int)length,
                                     word);
    }
    if (used == 0)
        return true;
    return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source,
                           lexer_token_location(reading->token), "'%s' needs one more word: %s", reading->row->mnemonic,
                           wanted);
}

static bool list_has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *found = strstr(list, word); found; found = strstr(found + 1, word))
        if ((found == list || found[-1] == ' ') && (found[length] == ' ' || found[length] == '\0'))
            return true;
    return false;
}

/*
 * Copies name two spaces, and fences can. The table of parse-only instructions is no more precise.
 */
static bool may_have_two_spaces(const struct ptx_opcode_info *row)
{
    return row->status != PTX_STATUS_EXECUTED || strncmp(row->mnemonic, "cp.", 3) == 0 ||
           strncmp(row->mnemonic, "fence", 5) == 0 || strncmp(row->mnemonic, "membar", 6) == 0;
}

static bool take_space(struct reading *reading, enum ptx_space space, struct location location)
{
    if (!list_has_word(reading->row->modifiers, "Space"))
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' takes no state space", reading->row->mnemonic);
    if (reading->space_count > 0 && !may_have_two_spaces(reading->row))
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' takes one state space", reading->row->mnemonic);
    if (reading->space_count == 0)
        reading->form->space = space;
    else
        reading->form->space_2 = space;
    if (reading->space_count++ >= 2)
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "a third state space");
    return true;
}

static bool take_type(struct reading *reading, enum ptx_type type, struct location location)
{
    if (!(reading->row->types >> type & 1))
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' has no form for type '.%s'", reading->row->mnemonic, ptx_type_name(type));
    if (reading->form->type_count >= reading->row->types_max || reading->form->type_count >= PTX_TYPES_MAX)
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' has too many types (limit %d)", reading->row->mnemonic, reading->row->types_max);
    reading->types[reading->form->type_count++] = (uint8_t)type;
    return true;
}

/* An instruction takes one word of each of these classes. */
static bool is_exclusive(enum ptx_modifier_class class)
{
    switch (class) {
    case PTX_CLASS_ROUNDING:
    case PTX_CLASS_COMPARE:
    case PTX_CLASS_LOGIC:
    case PTX_CLASS_OPERATION:
    case PTX_CLASS_PERMUTE:
    case PTX_CLASS_CLASSIFY:
    case PTX_CLASS_SHUFFLE:
    case PTX_CLASS_VOTE:
    case PTX_CLASS_SCOPE:
    case PTX_CLASS_VECTOR:
    case PTX_CLASS_SHAPE:
    case PTX_CLASS_REPEAT:
        return true;
    default:
        return false;
    }
}

/* A word already written that `modifier` repeats or contradicts. NONE if there is none. */
static enum ptx_modifier find_rival(const struct reading *reading, enum ptx_modifier modifier)
{
    enum ptx_modifier_class class = ptx_modifier_class(modifier);
    bool may_repeat = class == PTX_CLASS_EVICTION || modifier == PTX_MODIFIER_ROW || modifier == PTX_MODIFIER_COL;
    if (reading->row->status != PTX_STATUS_EXECUTED || may_repeat)
        return PTX_MODIFIER_NONE;
    for (uint8_t i = 0; i < reading->form->modifier_count; i++) {
        enum ptx_modifier other = (enum ptx_modifier)reading->modifiers[i];
        if (other == modifier || (is_exclusive(class) && ptx_modifier_class(other) == class))
            return other;
    }
    return PTX_MODIFIER_NONE;
}

static bool take_modifier(struct reading *reading, enum ptx_modifier modifier, struct location location)
{
    if (!list_allows(reading->row->modifiers, modifier))
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' does not take '.%s'", reading->row->mnemonic, ptx_modifier_name(modifier));
    enum ptx_modifier rival = find_rival(reading, modifier);
    if (rival != PTX_MODIFIER_NONE)
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "'%s' does not take '.%s' beside '.%s'", reading->row->mnemonic,
                               ptx_modifier_name(modifier), ptx_modifier_name(rival));
    if (reading->form->modifier_count >= PTX_MODIFIERS_MAX)
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                               "more than %d modifiers", PTX_MODIFIERS_MAX);
    reading->modifiers[reading->form->modifier_count++] = (uint16_t)modifier;
    if (ptx_modifier_class(modifier) == PTX_CLASS_VECTOR)
        reading->form->vector = (uint8_t)(ptx_modifier_name(modifier)[1] - '0');
    return true;
}

static bool unknown_word(struct reading *reading, const char *word, size_t length, struct location location)
{
    return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source, location,
                           "unknown modifier '.%.*s' of '%s'", (int)length, word, reading->row->mnemonic);
}

static bool is_sync(const char *word, size_t length)
{
    return length == 4 && memcmp(word, "sync", 4) == 0;
}

static bool take_word(struct reading *reading, const char *word, size_t length)
{
    if (reading->owes_sync && is_sync(word, length)) {
        reading->owes_sync = false;
        return true;
    }
    struct location location = word_location(reading, word, length);
    enum ptx_space space;
    enum ptx_type type = ptx_type_find(word, length);
    enum ptx_modifier modifier = ptx_modifier_find(word, length);
    if (ptx_space_find(word, length, &space) && space != PTX_SPACE_REGISTER)
        return take_space(reading, space, location);
    if (type != PTX_TYPE_NONE)
        return take_type(reading, type, location);
    if (modifier != PTX_MODIFIER_NONE)
        return take_modifier(reading, modifier, location);
    return unknown_word(reading, word, length, location);
}

static bool take_words(struct reading *reading, const char *words)
{
    while (*words == '.') {
        size_t length = strcspn(words + 1, ".");
        if (!take_word(reading, words + 1, length))
            return false;
        words += 1 + length;
    }
    if (reading->form->type_count >= reading->row->types_min)
        return true;
    if (reading->row->types_min > 1)
        return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source,
                               lexer_token_location(reading->token), "'%s' needs more types", reading->row->mnemonic);
    return diagnostics_add(reading->diagnostics, DIAGNOSTIC_ERROR, reading->source,
                           lexer_token_location(reading->token), "'%s' needs a type", reading->row->mnemonic);
}

/* Whether the instruction is known but not supported: it uses a texture or a surface. */
static bool is_left_out(const char *spelling)
{
    static const char *const prefixes[] = {"tex", "tld4", "txq", "suld", "sust", "sured", "suq", "istypep"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(spelling, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static void report_unknown(const struct ptx_token *token, const struct source *source, struct diagnostics *diagnostics)
{
    const char *names[PTX_OPCODE_COUNT];
    for (int opcode = 1; opcode < PTX_OPCODE_COUNT; opcode++)
        names[opcode - 1] = ptx_opcode_info(opcode)->mnemonic;
    const char *spelling = token->name->text;
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, lexer_token_location(token), "unknown instruction '%.*s'",
                    200, spelling);
    if (is_left_out(spelling)) {
        diagnostics_hint(diagnostics, "textures and surfaces are not supported");
        return;
    }
    enum { HINTED_ERRORS = 20 }; /* the search costs more than the rest of the line */
    char base[32];
    size_t length = strcspn(spelling, ".");
    if (length >= sizeof base || diagnostics_error_count(diagnostics) > HINTED_ERRORS)
        return;
    memcpy(base, spelling, length);
    base[length] = '\0';
    const char *nearest = diagnostics_nearest(base, names, PTX_OPCODE_COUNT - 1);
    if (nearest)
        diagnostics_hint(diagnostics, "did you mean '%s'?", nearest);
}

/*
 * The opcode with .sync, if that word comes after others. Assemblers take it anywhere, and public
 * libraries write vote.ballot.sync. NONE if there is no such opcode or word.
 */
static enum ptx_opcode find_late_sync(const char *spelling, size_t *out_length)
{
    char name[32];
    size_t base = strcspn(spelling, "."), found_length;
    const char *words = spelling + base;
    while (*words == '.' && !is_sync(words + 1, strcspn(words + 1, ".")))
        words += 1 + strcspn(words + 1, ".");
    if (*words != '.' || words == spelling + base || base + sizeof ".sync" > sizeof name)
        return PTX_OPCODE_NONE;
    size_t length = (size_t)snprintf(name, sizeof name, "%.*s.sync", (int)base, spelling);
    enum ptx_opcode opcode = ptx_opcode_find(name, length, &found_length);
    *out_length = base;
    return found_length == length ? opcode : PTX_OPCODE_NONE;
}

const struct ptx_form *form_resolve(struct arena *arena, const struct ptx_token *token, const struct source *source,
                                    struct diagnostics *diagnostics)
{
    size_t name_length = 0;
    enum ptx_opcode opcode = find_late_sync(token->name->text, &name_length);
    bool owes_sync = opcode != PTX_OPCODE_NONE;
    if (!owes_sync)
        opcode = ptx_opcode_find(token->name->text, token->name->length, &name_length);
    if (opcode == PTX_OPCODE_NONE) {
        report_unknown(token, source, diagnostics);
        return NULL;
    }
    struct ptx_form *form = ARENA_NEW(arena, struct ptx_form);
    form->opcode = opcode;
    form->spelling = token->name->text;
    form->vector = 1;
    struct reading reading = {.token = token,
                              .source = source,
                              .diagnostics = diagnostics,
                              .row = ptx_opcode_info(opcode),
                              .form = form,
                              .owes_sync = owes_sync};
    if (!take_words(&reading, token->name->text + name_length) || !check_required(&reading))
        return NULL;
    form->modifiers = arena_memdup(arena, reading.modifiers, sizeof *reading.modifiers * PTX_MODIFIERS_MAX);
    form->types = arena_memdup(arena, reading.types, sizeof reading.types);
    if (!form_check(form, source, lexer_token_location(token), diagnostics))
        return NULL;
    form->negates = form->type_count > 0 && form->types[0] == PTX_TYPE_PRED;
    form->shape_count = operand_shapes_compile(reading.row->operands, form->shapes);
    return form;
}
