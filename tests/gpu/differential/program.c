/* Makes a program: a list of statements, with branches and loops around others. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "matrices.h"

const char program_preamble[] = ".version 9.0\n"
                                ".target sm_90\n"
                                ".address_size 64\n"
                                ".const .align 8 .b64 table[8] = {1, 0xffffffffffffffff, 0x7ff0000000000000, "
                                "0x80000000, 0x3ff0000000000000, 0x123456789abcdef0, 0, 0x8000000000000000};\n"
                                ".func (.param .b32 result) twice_plus (.param .b32 first, .param .b32 second)\n"
                                "{\n"
                                "    .reg .b32 %d, %a, %b;\n"
                                "    ld.param.b32 %a, [first];\n"
                                "    ld.param.b32 %b, [second];\n"
                                "    mad.lo.u32 %d, %a, 2, %b;\n"
                                "    st.param.b32 [result], %d;\n"
                                "    ret;\n"
                                "}\n"
                                ".func (.param .b32 result) many_turns (.param .b32 first, .param .b32 second)\n"
                                "{\n"
                                "    .reg .b32 %n, %d, %a, %b;\n"
                                "    .reg .pred %p;\n"
                                "    ld.param.b32 %a, [first];\n"
                                "    ld.param.b32 %b, [second];\n"
                                "    and.b32 %n, %a, 15;\n"
                                "    mov.b32 %d, %a;\n"
                                "turn:\n"
                                "    mad.lo.u32 %d, %d, 5, %b;\n"
                                "    sub.u32 %n, %n, 1;\n"
                                "    setp.gt.s32 %p, %n, 0;\n"
                                "    @%p bra turn;\n"
                                "    st.param.b32 [result], %d;\n"
                                "    ret;\n"
                                "}\n"
                                ".func (.param .b32 result) by_sign (.param .b32 first, .param .b32 second)\n"
                                "{\n"
                                "    .reg .b32 %d, %a, %b;\n"
                                "    .reg .pred %p;\n"
                                "    ld.param.b32 %a, [first];\n"
                                "    ld.param.b32 %b, [second];\n"
                                "    st.param.b32 [result], %a;\n"
                                "    setp.ge.s32 %p, %b, 0;\n"
                                "    @%p ret;\n"
                                "    xor.b32 %d, %a, %b;\n"
                                "    st.param.b32 [result], %d;\n"
                                "    ret;\n"
                                "}\n";

static void generate_statements(struct emitter *emitter, uint32_t count);

/* The values of a nested body are invisible after it. */
struct scope {
    int visible_count, condition_count, mask_value;
    char mask[16];
};

static struct scope scope_enter(const struct emitter *emitter)
{
    struct scope scope = {emitter->visible_count, emitter->condition_count, emitter->mask_value, ""};
    memcpy(scope.mask, emitter->mask, sizeof(scope.mask));
    return scope;
}

static void scope_leave(struct emitter *emitter, const struct scope *scope)
{
    emitter->visible_count = scope->visible_count;
    emitter->condition_count = scope->condition_count;
    emitter->mask_value = scope->mask_value;
    memcpy(emitter->mask, scope->mask, sizeof(scope->mask));
}

/* In a branch, operations of the warp have the lanes that took it. */
static void enter_lanes(struct emitter *emitter, int predicate, bool negated)
{
    int mask = emitter->in_loop ? -1 : emit_value(emitter, 'R');
    emitter->conditions[emitter->condition_count++] = predicate;
    if (mask < 0)
        return;
    emit_line(emitter, "vote.sync.ballot.b32 %s, %s%s, %s;", emit_name(emitter, mask).text, negated ? "!" : "",
              emit_name(emitter, predicate).text, emitter->mask);
    snprintf(emitter->mask, sizeof(emitter->mask), "%s", emit_name(emitter, mask).text);
    emitter->mask_value = predicate;
}

static bool is_condition(const struct emitter *emitter, int predicate)
{
    for (int i = 0; i < emitter->condition_count; i++) {
        if (emitter->conditions[i] == predicate)
            return true;
    }
    return false;
}

static void generate_branch(struct emitter *emitter)
{
    int predicate = emit_source(emitter, 'P');
    if (predicate < 0 || is_condition(emitter, predicate))
        return;
    unsigned label = emitter->labels++;
    struct scope scope = scope_enter(emitter);
    emitter->depth++;
    bool has_else = random_one_in(&emitter->random, 2);
    enter_lanes(emitter, predicate, false);
    struct scope inner = scope_enter(emitter);
    if (has_else) {
        scope_leave(emitter, &scope);
        enter_lanes(emitter, predicate, true);
    }
    struct scope other = scope_enter(emitter);
    scope_leave(emitter, &inner);
    emit_line(emitter, "@!%s bra ELSE%u;", emit_name(emitter, predicate).text, label);
    generate_statements(emitter, 1 + random_below(&emitter->random, 4));
    if (has_else) {
        emit_line(emitter, "bra END%u;", label);
        scope_leave(emitter, &other);
        fprintf(emitter->body, "ELSE%u:\n", label);
        generate_statements(emitter, 1 + random_below(&emitter->random, 4));
        fprintf(emitter->body, "END%u:\n", label);
    } else {
        fprintf(emitter->body, "ELSE%u:\n", label);
    }
    scope_leave(emitter, &scope);
    emitter->depth--;
}

/*
 * Makes up to seven turns, a number per lane. The sum goes from turn to turn and is read at the
 * end.
 */
static void generate_loop(struct emitter *emitter)
{
    int turns = emit_source(emitter, 'R'), first = emit_source(emitter, 'R');
    int count = emit_value(emitter, 'R'), sum = emit_value(emitter, 'R');
    if (!emit_has_room(emitter, 6) || turns < 0 || first < 0 || count < 0 || sum < 0)
        return;
    unsigned label = emitter->labels++;
    struct scope scope = scope_enter(emitter);
    bool was_in_loop = emitter->in_loop;
    int first_step = emitter->program->step_count;
    emit_line(emitter, "and.b32 %s, %s, %u;", emit_name(emitter, count).text, emit_name(emitter, turns).text,
              random_one_in(&emitter->random, 2) ? 7 : 3);
    emit_line(emitter, "mov.b32 %s, %s;", emit_name(emitter, sum).text, emit_name(emitter, first).text);
    fprintf(emitter->body, "LOOP%u:\n", label);
    emit_line(emitter, "setp.eq.u32 %%pt, %s, 0;", emit_name(emitter, count).text);
    emit_line(emitter, "@%%pt bra END%u;", label);
    emitter->depth++;
    emitter->in_loop = true;
    emitter->conditions[emitter->condition_count++] = turns;
    emitter->conditions[emitter->condition_count++] = first;
    emitter->visible[emitter->visible_count++] = sum;
    generate_statements(emitter, 1 + random_below(&emitter->random, 3));
    int term = emit_source(emitter, 'R');
    emit_line(emitter, "mad.lo.u32 %s, %s, 3, %s;", emit_name(emitter, sum).text, emit_name(emitter, sum).text,
              emit_name(emitter, term < 0 ? first : term).text);
    emit_line(emitter, "sub.u32 %s, %s, 1;", emit_name(emitter, count).text, emit_name(emitter, count).text);
    emit_line(emitter, "bra LOOP%u;", label);
    fprintf(emitter->body, "END%u:\n", label);
    scope_leave(emitter, &scope);
    emitter->depth--;
    emitter->in_loop = was_in_loop;
    for (int i = first_step; term >= 0 && i < emitter->program->step_count; i++)
        emit_add_source(&emitter->program->steps[i], term); /* from the previous turn */
    int sources[PROGRAM_SOURCES_MAX] = {turns, first, term < 0 ? first : term}, source_count = 3;
    for (int i = first_step; i < emitter->program->step_count && source_count < PROGRAM_SOURCES_MAX - 8; i++)
        sources[source_count++] = emitter->program->steps[i].value;
    emit_result(emitter, "the sum of the loop's turns", sum, sources, source_count, NULL);
}

/* Takes one of four ways, by a number. */
static void generate_switch(struct emitter *emitter)
{
    int where = emit_source(emitter, 'R');
    if (where < 0 || emitter->condition_count == 7)
        return;
    unsigned label = emitter->labels++;
    struct scope scope = scope_enter(emitter);
    bool was_in_loop = emitter->in_loop;
    emitter->in_loop = true; /* no operations of the warp inside */
    emitter->depth++;
    emit_line(emitter, "and.b32 %%rt, %s, 3;", emit_name(emitter, where).text);
    emit_line(emitter, "WAYS%u: .branchtargets W%u_0, W%u_1, W%u_2, W%u_3;", label, label, label, label, label);
    emit_line(emitter, "brx.idx %%rt, WAYS%u;", label);
    for (int way = 0; way < 4; way++) {
        fprintf(emitter->body, "W%u_%d:\n", label, way);
        scope_leave(emitter, &scope);
        emitter->conditions[emitter->condition_count++] = where;
        generate_statements(emitter, 1 + random_below(&emitter->random, 2));
        emit_line(emitter, "bra END%u;", label);
    }
    fprintf(emitter->body, "END%u:\n", label);
    scope_leave(emitter, &scope);
    emitter->in_loop = was_in_loop;
    emitter->depth--;
}

static void generate_structure(struct emitter *emitter)
{
    uint32_t which = random_below(&emitter->random, 8);
    if (which < 4)
        generate_branch(emitter);
    else if (which < 7)
        generate_loop(emitter);
    else
        generate_switch(emitter);
}

static void generate_statement(struct emitter *emitter)
{
    uint32_t which = random_below(&emitter->random, 100);
    if (which < 8 && emitter->depth < 3)
        generate_structure(emitter);
    else if (which < 20 && !emitter->in_loop)
        generate_warp(emitter);
    else if (which < 24 && emitter->depth == 0)
        generate_exchange(emitter);
    else if (which < 30 && emitter->depth == 0 && emitter->full_warp)
        generate_matrix(emitter);
    else if (which < 33 && emitter->depth == 0)
        generate_wmma(emitter);
    else if (which < 36)
        generate_atomic(emitter);
    else if (which < 40)
        generate_private_atomic(emitter);
    else if (which < 42)
        generate_table(emitter);
    else if (which < 44)
        generate_local(emitter);
    else if (which < 48)
        generate_carry_chain(emitter);
    else if (which < 50)
        generate_call(emitter);
    else
        generate_any_form(emitter);
}

static void generate_statements(struct emitter *emitter, uint32_t count)
{
    for (uint32_t i = 0; i < count && emit_has_room(emitter, 1); i++)
        generate_statement(emitter);
}

static void choose_shape(struct program *program, bool is_largest, uint64_t *random)
{
    static const uint32_t shapes[][4] = {{2, 128, 1, 1}, {2, 64, 1, 1}, {4, 32, 1, 1}, {2, 16, 8, 1},
                                         {2, 8, 4, 2},   {2, 48, 1, 1}, {1, 7, 5, 1},  {3, 33, 1, 1}};
    const uint32_t *shape = shapes[is_largest ? 0 : random_below(random, sizeof(shapes) / sizeof(shapes[0]))];
    program->grid = shape[0];
    memcpy(program->block, shape + 1, sizeof(program->block));
    program->threads = shape[0] * shape[1] * shape[2] * shape[3];
}

/* Numbers the threads of a block as warps do. */
static void emit_prologue(struct emitter *emitter, uint32_t block_threads)
{
    const struct program *program = emitter->program;
    FILE *out = emitter->prologue;
    fprintf(out, "    ld.param.u64 %%in, [inputs];\n    ld.param.u64 %%out, [outputs];\n");
    fprintf(out, "    ld.param.u64 %%memory, [shared_memory];\n");
    fprintf(out, "    mov.u32 %%rtid, %%tid.x;\n    mov.u32 %%rt, %%tid.y;\n    mad.lo.u32 %%rtid, %%rt, %u, %%rtid;\n",
            program->block[0]);
    fprintf(out, "    mov.u32 %%rt, %%tid.z;\n    mad.lo.u32 %%rtid, %%rt, %u, %%rtid;\n",
            program->block[0] * program->block[1]);
    fprintf(out, "    mov.u32 %%rt, %%ctaid.x;\n    mad.lo.u32 %%rgid, %%rt, %u, %%rtid;\n", block_threads);
    fprintf(out, "    mad.wide.u32 %%in, %%rgid, 8, %%in;\n    mad.wide.u32 %%out, %%rgid, 8, %%out;\n");
    fprintf(out, "    mad.wide.u32 %%private, %%rgid, 8, %%memory;\n    add.u64 %%private, %%private, %d;\n",
            PROGRAM_MEMORY_BYTES / 2);
    fprintf(out, "    mov.u32 %%rtile, tile;\n");
    if (emitter->full_warp) {
        snprintf(emitter->mask, sizeof(emitter->mask), "0xffffffff");
        return;
    }
    /* lanes of the last warp: 2^(threads left) - 1, all ones for 32 and more */
    fprintf(out, "    and.b32 %%rmask, %%rtid, 0xffffffe0;\n    sub.u32 %%rmask, %u, %%rmask;\n", block_threads);
    fprintf(out, "    bmsk.clamp.b32 %%rmask, 0, %%rmask;\n");
    snprintf(emitter->mask, sizeof(emitter->mask), "%%rmask");
}

static void write_kernel(struct emitter *emitter, const char *prologue, const char *body, uint32_t block_threads)
{
    struct program *program = emitter->program;
    FILE *out = open_memstream(&program->text, &program->text_bytes);
    if (!out)
        abort();
    fprintf(out, ".visible .entry %s(.param .u64 inputs, .param .u64 outputs, .param .u64 shared_memory)\n{\n",
            program->name);
    fprintf(out, "    .reg .pred %%p<%u>, %%pt;\n    .reg .b16 %%h<%u>;\n", emitter->registers['p'] + 1,
            emitter->registers['h'] + 1);
    fprintf(out, "    .reg .b32 %%r<%u>, %%rt, %%rs, %%rtid, %%rgid, %%rmask, %%rtile;\n", emitter->registers['r'] + 1);
    fprintf(out, "    .reg .b64 %%d<%u>, %%dt, %%in, %%out, %%memory, %%private;\n", emitter->registers['d'] + 1);
    fprintf(out, "    .shared .align 16 .b8 tile[%u];\n    .local .align 16 .b8 stack[16];\n", block_threads * 16);
    fprintf(out, "%s%s    ret;\n}\n", prologue, body);
    fclose(out);
}

/* `generate` writes the statements. */
static void make(struct program *out_program, const struct form_list *forms, uint64_t seed, uint64_t index,
                 void (*generate)(struct emitter *, const void *), const void *context)
{
    *out_program = (struct program){.seed = seed, .index = index};
    snprintf(out_program->name, sizeof(out_program->name), "program_%llu", (unsigned long long)index);
    struct emitter emitter = {.program = out_program, .forms = forms, .mask_value = -1, .private_value = -1};
    emitter.random = seed * UINT64_C(0x100000001b3) ^ index * UINT64_C(0x9e3779b97f4a7c15);
    random_next(&emitter.random);
    choose_shape(out_program, context != NULL, &emitter.random);
    uint32_t block_threads = out_program->block[0] * out_program->block[1] * out_program->block[2];
    emitter.full_warp = block_threads % 32 == 0;
    char *prologue = NULL, *body = NULL;
    size_t prologue_bytes, body_bytes;
    emitter.prologue = open_memstream(&prologue, &prologue_bytes);
    emitter.body = open_memstream(&body, &body_bytes);
    if (!emitter.prologue || !emitter.body)
        abort();
    emit_prologue(&emitter, block_threads);
    generate(&emitter, context);
    fclose(emitter.prologue);
    fclose(emitter.body);
    write_kernel(&emitter, prologue, body, block_threads);
    free(prologue);
    free(body);
}

static void generate_all(struct emitter *emitter, const void *context)
{
    (void)context;
    generate_statements(emitter, 12 + random_below(&emitter->random, 28));
}

static void generate_one_form(struct emitter *emitter, const void *context)
{
    const struct form *form = context;
    emitter->is_fresh = true;
    for (int i = 0; i < 12; i++)
        generate_form(emitter, form);
}

static void generate_one_matrix(struct emitter *emitter, const void *context)
{
    const struct matrix_form *form = context;
    for (int i = 0; i < 3; i++)
        generate_matrix_form(emitter, form);
}

void program_make(struct program *out_program, const struct form_list *forms, uint64_t seed, uint64_t index,
                  const struct form *form)
{
    make(out_program, forms, seed, index, form ? generate_one_form : generate_all, form);
}

void program_make_matrix(struct program *out_program, uint64_t seed, uint64_t index, const struct matrix_form *form)
{
    make(out_program, NULL, seed, index, generate_one_matrix, form);
}

void program_free(struct program *program)
{
    free(program->text);
    program->text = NULL;
}
