/* Generates instructions of forms.def, chains of carries, and calls. */
#include <string.h>

#include "emit.h"

static void append_immediate(struct emitter *emitter, char letter, char *text, size_t size_bytes)
{
    size_t length = strlen(text);
    int value = letter == 'W' ? (int)random_below(&emitter->random, 11) - 5
                              : (int)random_below(&emitter->random, letter == 'L' ? 256 : 32);
    snprintf(text + length, size_bytes - length, ", %d", value);
}

/* Appends the sources; false when the program is full. */
static bool append_sources(struct emitter *emitter, const struct form *form, char *text, size_t size_bytes,
                           int *out_sources, int *out_count)
{
    for (const char *letter = form->sources; *letter; letter++) {
        if (strchr("LKW", *letter)) {
            append_immediate(emitter, *letter, text, size_bytes);
            continue;
        }
        int value = emit_source(emitter, *letter);
        if (value < 0)
            return false;
        out_sources[(*out_count)++] = value;
        size_t length = strlen(text);
        snprintf(text + length, size_bytes - length, ", %s", emit_name(emitter, value).text);
    }
    return true;
}

/*
 * ptxas converts the old value under a guarded set to a floating-point type, so these have no
 * guard.
 */
static bool may_be_guarded(const struct form *form)
{
    bool is_float_set =
        strncmp(form->spelling, "set.", 4) == 0 && (strstr(form->spelling, ".f32.") || strstr(form->spelling, "f16."));
    return form->destination != 'P' && form->destination != 'Q' && !is_float_set &&
           !form_is_approximate(form->spelling);
}

/* A guarded instruction may leave its register, so the register gets another value first. */
static int emit_guard(struct emitter *emitter, const struct form *form, int destination, int *sources, int *count)
{
    if (!may_be_guarded(form) || !random_one_in(&emitter->random, 8))
        return -1;
    int guard = emit_source(emitter, 'P'), before = emit_source(emitter, form->destination);
    if (guard < 0 || before < 0)
        return -1;
    char class = emitter->program->values[destination].class;
    emit_line(emitter, "mov.%s %s, %s;",
              class == 'h'   ? "b16"
              : class == 'd' ? "b64"
                             : "b32",
              emit_name(emitter, destination).text, emit_name(emitter, before).text);
    sources[(*count)++] = guard;
    sources[(*count)++] = before;
    return guard;
}

void generate_form(struct emitter *emitter, const struct form *form)
{
    char operands[96] = "", text[192], guard_text[24] = "";
    int sources[PROGRAM_SOURCES_MAX], count = 0;
    bool is_pair = form->destination == 'Q';
    if (emitter->in_loop && form_is_approximate(form->spelling))
        return;
    if (!emit_has_room(emitter, 2) || !append_sources(emitter, form, operands, sizeof(operands), sources, &count))
        return;
    int first = emit_value(emitter, is_pair ? 'P' : form->destination),
        second = is_pair ? emit_value(emitter, 'P') : -1;
    int guard = emit_guard(emitter, form, first, sources, &count);
    if (guard >= 0)
        snprintf(guard_text, sizeof(guard_text), "@%s%s ", random_one_in(&emitter->random, 2) ? "!" : "",
                 emit_name(emitter, guard).text);
    snprintf(text, sizeof(text), "%s%s %s%s%s%s;", guard_text, form->spelling, emit_name(emitter, first).text,
             is_pair ? "|" : "", is_pair ? emit_name(emitter, second).text : "", operands);
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, first, sources, count, form_is_approximate(form->spelling) ? form->spelling : NULL);
    if (is_pair)
        emit_result(emitter, text, second, sources, count, NULL);
}

/* Each row of the table is equally likely, and each alternative of a row too. */
void generate_any_form(struct emitter *emitter)
{
    const struct form_list *list = emitter->forms;
    size_t row = random_below(&emitter->random, (uint32_t)list->family_count);
    size_t begin = list->families[row], end = list->families[row + 1];
    generate_form(emitter, &list->forms[begin + random_below(&emitter->random, (uint32_t)(end - begin))]);
}

/* Writes add.cc, addc.cc, .., addc. The last carry goes into a register. */
void generate_carry_chain(struct emitter *emitter)
{
    static const char *const chains[][3] = {
        {"add.cc", "addc.cc", "addc"},
        {"sub.cc", "subc.cc", "subc"},
        {"mad.lo.cc", "madc.hi.cc", "madc.hi"},
        {"mad.hi.cc", "madc.lo.cc", "madc.lo"},
    };
    uint32_t which = random_below(&emitter->random, sizeof(chains) / sizeof(chains[0]));
    bool is_mad = which == 2 || which == 3, is_wide = random_one_in(&emitter->random, 2);
    char kind = is_wide ? 'D' : 'R';
    const char *type = is_wide ? (random_one_in(&emitter->random, 2) ? "u64" : "s64")
                               : (random_one_in(&emitter->random, 2) ? "u32" : "s32");
    int sources[16], count = 0, results[5], length = 3 + (int)random_below(&emitter->random, 3);
    char texts[5][192];
    if (!emit_has_room(emitter, 5))
        return;
    for (int i = 0; i < length; i++) {
        const char *mnemonic = chains[which][i == 0 ? 0 : i == length - 1 ? 2 : 1];
        int a = emit_source(emitter, kind), b = emit_source(emitter, kind), c = is_mad ? emit_source(emitter, kind) : a;
        results[i] = emit_value(emitter, kind);
        if (a < 0 || b < 0 || c < 0)
            return;
        sources[count++] = a;
        sources[count++] = b;
        if (is_mad)
            sources[count++] = c;
        snprintf(texts[i], sizeof(texts[i]), "%s.%s %s, %s, %s%s%s;", mnemonic, type,
                 emit_name(emitter, results[i]).text, emit_name(emitter, a).text, emit_name(emitter, b).text,
                 is_mad ? ", " : "", is_mad ? emit_name(emitter, c).text : "");
    }
    for (int i = 0; i < length; i++)
        emit_line(emitter, "%s", texts[i]);
    for (int i = 0; i < length; i++)
        emit_result(emitter, texts[i], results[i], sources, count, NULL);
}

void generate_call(struct emitter *emitter)
{
    static const char *const names[] = {"twice_plus", "many_turns", "by_sign"};
    int sources[] = {emit_source(emitter, 'R'), emit_source(emitter, 'R')};
    if (!emit_has_room(emitter, 1) || sources[0] < 0 || sources[1] < 0)
        return;
    int result = emit_value(emitter, 'R');
    char text[160];
    snprintf(text, sizeof(text), "call (result), %s, (first, second);", names[random_below(&emitter->random, 3)]);
    emit_line(emitter, "{");
    emit_line(emitter, ".param .b32 first, second, result;");
    emit_line(emitter, "st.param.b32 [first], %s;", emit_name(emitter, sources[0]).text);
    emit_line(emitter, "st.param.b32 [second], %s;", emit_name(emitter, sources[1]).text);
    emit_line(emitter, "%s", text);
    emit_line(emitter, "ld.param.b32 %s, [result];", emit_name(emitter, result).text);
    emit_line(emitter, "}");
    emit_result(emitter, text, result, sources, 2, NULL);
}
