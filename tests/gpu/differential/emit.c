/* Writes registers, inputs and steps of a program. */
#include "emit.h"

#include <stdarg.h>
#include <string.h>

static char class_of(char kind)
{
    switch (kind) {
    case 'H':
    case 'X':
    case 'B':
    case 'T':
        return 'h';
    case 'D':
    case 'G':
    case 'g':
        return 'd';
    case 'P':
        return 'p';
    default:
        return 'r';
    }
}

static const char *class_type(char class)
{
    return class == 'h' ? "b16" : class == 'd' ? "b64" : "b32";
}

int emit_value(struct emitter *emitter, char kind)
{
    struct program *program = emitter->program;
    if (program->value_count == PROGRAM_VALUES_MAX)
        return -1;
    char class = class_of(kind);
    program->values[program->value_count] = (struct program_value){
        .kind = kind,
        .class = class,
        .number = emitter->registers[(unsigned char)class]++,
        .input = -1,
        .output = -1,
    };
    return program->value_count++;
}

struct register_name emit_name(const struct emitter *emitter, int value)
{
    const struct program_value *is = &emitter->program->values[value];
    struct register_name name;
    snprintf(name.text, sizeof(name.text), "%%%c%u", is->class, is->number);
    return name;
}

void emit_line(struct emitter *emitter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("    ", emitter->body);
    vfprintf(emitter->body, format, arguments);
    fputc('\n', emitter->body);
    va_end(arguments);
}

/* A predicate is an input's lowest bit. */
int emit_input(struct emitter *emitter, char kind)
{
    struct program *program = emitter->program;
    int value = program->input_count < PROGRAM_INPUTS_MAX ? emit_value(emitter, kind) : -1;
    if (value < 0)
        return -1;
    int slot = program->values[value].input = program->input_count++;
    program->input_kinds[slot] = kind;
    struct register_name name = emit_name(emitter, value);
    unsigned offset = (unsigned)slot * program->threads * 8;
    if (kind == 'P') {
        fprintf(emitter->prologue, "    ld.global.b32 %%rt, [%%in+%u];\n    and.b32 %%rt, %%rt, 1;\n", offset);
        fprintf(emitter->prologue, "    setp.ne.b32 %s, %%rt, 0;\n", name.text);
    } else {
        fprintf(emitter->prologue, "    ld.global.%s %s, [%%in+%u];\n", class_type(program->values[value].class),
                name.text, offset);
    }
    return value;
}

/*
 * Sometimes reads an input of another type and the same width. Results have one type: ptxas
 * assumes that what it knows of a result in one type holds in all types.
 */
int emit_source(struct emitter *emitter, char kind)
{
    const struct program *program = emitter->program;
    bool any_kind = random_one_in(&emitter->random, 4) && kind != 'N' && kind != 'O';
    if (!emitter->is_fresh && !random_one_in(&emitter->random, 4)) {
        for (int tries = 0; tries < 12 && emitter->visible_count; tries++) {
            int value = emitter->visible[random_below(&emitter->random, (uint32_t)emitter->visible_count)];
            const struct program_value *is = &program->values[value];
            if (is->kind == kind || (any_kind && is->input >= 0 && is->class == class_of(kind)))
                return value;
        }
    }
    int value = emit_input(emitter, kind);
    if (value >= 0)
        emitter->visible[emitter->visible_count++] = value;
    for (int i = emitter->visible_count - 1; value < 0 && i >= 0; i--) {
        if (program->values[emitter->visible[i]].kind == kind)
            value = emitter->visible[i];
    }
    return value;
}

bool emit_has_room(const struct emitter *emitter, int slots)
{
    const struct program *program = emitter->program;
    return program->step_count + slots <= PROGRAM_SLOTS_MAX && program->value_count + 3 * slots < PROGRAM_VALUES_MAX;
}

static void store_value(struct emitter *emitter, int value)
{
    const struct program *program = emitter->program;
    const struct program_value *is = &program->values[value];
    struct register_name name = emit_name(emitter, value);
    unsigned offset = (unsigned)is->output * program->threads * 8;
    if (is->class == 'p') {
        emit_line(emitter, "selp.b32 %%rt, 1, 0, %s;", name.text);
        emit_line(emitter, "st.global.b32 [%%out+%u], %%rt;", offset);
    } else {
        emit_line(emitter, "st.global.%s [%%out+%u], %s;", class_type(is->class), offset, name.text);
    }
}

void emit_add_source(struct program_step *step, int value)
{
    if (step->source_count < PROGRAM_SOURCES_MAX)
        step->sources[step->source_count++] = value;
}

/*
 * True for results that must not be sources. In loops these are floating-point numbers, since a
 * different NaN would return in the next turn. Elsewhere ptxas makes assumptions that PTX does not:
 * |-32768| in 16 bits, |NaN|, repeated conversions, the 1.0 of set. tests/bench/records/real-gpu.md
 * lists them.
 */
static bool is_final(const struct emitter *emitter, const char *text, int value)
{
    static const char *const finals[] = {"abs.", "neg.s16", ".f16.bf16 ", ".bf16.f16 "};
    bool is_float_set = strstr(text, "set.") && !strstr(text, "setp") && !strstr(text, "vset") &&
                        (strstr(text, ".f32.") || strstr(text, "f16."));
    char kind = emitter->program->values[value].kind;
    if (is_float_set || (emitter->in_loop && strchr("FGXYBCT", kind)))
        return true;
    for (size_t i = 0; i < sizeof(finals) / sizeof(finals[0]); i++) {
        if (strstr(text, finals[i]))
            return true;
    }
    return strstr(text, "cvt.r") && kind == 'D';
}

bool emit_result(struct emitter *emitter, const char *text, int value, const int *sources, int source_count,
                 const char *rule)
{
    struct program *program = emitter->program;
    if (program->step_count == PROGRAM_SLOTS_MAX)
        return false;
    struct program_step *step = &program->steps[program->step_count++];
    *step = (struct program_step){.value = value, .rule = rule, .in_loop = emitter->in_loop};
    snprintf(step->text, sizeof(step->text), "%s", text);
    for (int i = 0; i < source_count; i++)
        emit_add_source(step, sources[i]);
    for (int i = 0; i < emitter->condition_count; i++)
        emit_add_source(step, emitter->conditions[i]);
    program->values[value].output = program->output_count++;
    store_value(emitter, value);
    if (!rule && !is_final(emitter, text, value))
        emitter->visible[emitter->visible_count++] = value;
    return true;
}
