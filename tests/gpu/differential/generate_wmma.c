/* wmma: each device has its own fragment layout, so matrices move through inputs and outputs. */
#include "emit.h"

struct wmma_form {
    const char *shape, *a_type, *c_type; /* types in wmma.load */
    const char *types;                   /* types in wmma.mma */
    char a_kind, c_kind;                 /* of the inputs, in the letters of matrices.def */
    int a, b, c;                         /* number of registers per fragment */
    bool is_fixed;                       /* A by rows, B by columns only */
};

static const struct wmma_form wmma_forms[] = {
    {"m16n16k16", "f16", "f32", "f32.f32", 'h', 'f', 8, 8, 8, false},
    {"m32n8k16", "f16", "f32", "f32.f32", 'h', 'f', 8, 8, 8, false},
    {"m8n32k16", "f16", "f32", "f32.f32", 'h', 'f', 8, 8, 8, false},
    {"m16n16k16", "f16", "f16", "f16.f16", 'h', 'h', 8, 8, 4, false},
    {"m32n8k16", "f16", "f16", "f16.f16", 'h', 'h', 8, 8, 4, false},
    {"m8n32k16", "f16", "f16", "f16.f16", 'h', 'h', 8, 8, 4, false},
    {"m16n16k16", "bf16", "f32", "f32.bf16.bf16.f32", 'b', 'f', 4, 4, 8, false},
    {"m16n16k8", "tf32", "f32", "f32.tf32.tf32.f32", 't', 'f', 4, 4, 8, false},
    {"m16n16k16", "s8", "s32", "s32.s8.s8.s32", 'i', 's', 2, 2, 8, false},
    {"m16n16k16", "u8", "s32", "s32.u8.u8.s32", 'i', 's', 2, 2, 8, false},
    {"m32n8k16", "s8", "s32", "s32.s8.s8.s32", 'i', 's', 4, 1, 8, false},
    {"m8n32k16", "u8", "s32", "s32.u8.u8.s32", 'i', 's', 1, 4, 8, false},
    {"m8n8k4", "f64", "f64", "rn.f64.f64.f64.f64", 'g', 'g', 1, 1, 2, false},
    {"m8n8k32", "s4", "s32", "s32.s4.s4.s32", 'i', 's', 1, 1, 2, true},
    {"m8n8k32", "u4", "s32", "s32.u4.u4.s32", 'i', 's', 1, 1, 2, true},
};

static void emit_fragment(struct emitter *emitter, char name, int count, bool is_wide)
{
    for (int i = 0; i < count; i++)
        fprintf(emitter->body, "%s%%%c%c%d", i ? "," : "{", is_wide ? 'y' : 'w', name, i);
    fputs("}", emitter->body);
}

/* The stored matrix's rows share an output slot, 8 bytes per thread. */
static const char *layout(struct emitter *emitter, bool is_fixed, const char *fixed)
{
    return is_fixed ? fixed : random_one_in(&emitter->random, 2) ? "row" : "col";
}

static void emit_load(struct emitter *emitter, const struct wmma_form *form, char which, const char *order, int value)
{
    const struct program *program = emitter->program;
    bool is_sum = which == 'c', is_wide = form->a_kind == 'g';
    fprintf(emitter->body, "    wmma.load.%c.sync.aligned.%s.%s.global.%s ", which, order, form->shape,
            is_sum ? form->c_type : form->a_type);
    emit_fragment(emitter, which, which == 'a' ? form->a : which == 'b' ? form->b : form->c, is_wide);
    fprintf(emitter->body, ", [%%dt+%u], 32;\n", (unsigned)program->values[value].input * program->threads * 8);
}

/*
 * One warp runs it, between labels, with registers of its own. With rows 32 elements apart, a
 * matrix has at most 32 rows of 128 bytes. Two slots of 256 threads hold it.
 */
void generate_wmma(struct emitter *emitter)
{
    struct program *program = emitter->program;
    if (program->threads != PROGRAM_THREADS_MAX || !emitter->full_warp || !emit_has_room(emitter, 4))
        return;
    const struct wmma_form *form =
        &wmma_forms[random_below(&emitter->random, sizeof(wmma_forms) / sizeof(wmma_forms[0]))];
    bool is_wide = form->a_kind == 'g';
    int inputs[6];
    for (int i = 0; i < 6; i++) {
        inputs[i] = emit_input(emitter, i < 4 ? form->a_kind : form->c_kind);
        if (inputs[i] < 0)
            return;
    }
    unsigned label = emitter->labels++;
    const char *a_order = layout(emitter, form->is_fixed, "row"), *b_order = layout(emitter, form->is_fixed, "col");
    emit_line(emitter, "{");
    emit_line(emitter, ".reg .b%d %%%ca<8>, %%%cb<8>, %%%cc<8>, %%%cd<8>;", is_wide ? 64 : 32, is_wide ? 'y' : 'w',
              is_wide ? 'y' : 'w', is_wide ? 'y' : 'w', is_wide ? 'y' : 'w');
    emit_line(emitter, "setp.ge.u32 %%pt, %%rgid, 32;");
    emit_line(emitter, "@%%pt bra END%u;", label);
    emit_line(emitter, "mul.wide.u32 %%dt, %%rgid, 8;");
    emit_line(emitter, "sub.u64 %%dt, %%in, %%dt;");
    emit_load(emitter, form, 'a', a_order, inputs[0]);
    emit_load(emitter, form, 'b', b_order, inputs[2]);
    emit_load(emitter, form, 'c', layout(emitter, false, ""), inputs[4]);
    char spelling[96];
    snprintf(spelling, sizeof(spelling), "wmma.mma.sync.aligned.%s.%s.%s.%s", a_order, b_order, form->shape,
             form->types);
    fprintf(emitter->body, "    %s ", spelling);
    emit_fragment(emitter, 'd', form->c, is_wide);
    for (int i = 0; i < 3; i++) {
        fputs(", ", emitter->body);
        emit_fragment(emitter, "abc"[i], i == 0 ? form->a : i == 1 ? form->b : form->c, is_wide);
    }
    fputs(";\n", emitter->body);
    emit_line(emitter, "mul.wide.u32 %%dt, %%rgid, 8;");
    emit_line(emitter, "sub.u64 %%dt, %%out, %%dt;");
    fprintf(emitter->body, "    wmma.store.d.sync.aligned.%s.%s.global.%s [%%dt+%u], ", layout(emitter, false, ""),
            form->shape, form->c_type, (unsigned)program->output_count * program->threads * 8);
    emit_fragment(emitter, 'd', form->c, is_wide);
    fputs(", 32;\n", emitter->body);
    fprintf(emitter->body, "END%u:\n", label);
    emit_line(emitter, "}");
    for (int i = 0; i < 2; i++) { /* memory of two slots without a register */
        int value = emit_value(emitter, 'D');
        struct program_step *step = &program->steps[program->step_count++];
        *step = (struct program_step){.value = value};
        snprintf(step->text, sizeof(step->text), "%s (part %d of the stored matrix)", spelling, i);
        program->values[value].output = program->output_count++;
    }
}
