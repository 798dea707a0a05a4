/* Generates shared-memory exchanges, atomics that need no order, constant tables, local arrays. */
#include <string.h>

#include "emit.h"

/* --- shared memory ---------------------------------------------------------------------------- */

/* %rs: the place in `tile` of the slot of thread (this + shift). Slots have `width` bytes. */
static void emit_slot_address(struct emitter *emitter, unsigned width, unsigned threads)
{
    emit_line(emitter, "add.u32 %%rs, %%rtid, %u;", random_below(&emitter->random, threads));
    emit_line(emitter, "setp.ge.u32 %%pt, %%rs, %u;", threads);
    emit_line(emitter, "@%%pt sub.u32 %%rs, %%rs, %u;", threads);
    emit_line(emitter, "mad.lo.u32 %%rs, %%rs, %u, %%rtile;", width);
}

/* Stores 16 bytes in one of several ways. Returns -1 when the program is full. */
static int emit_exchange_store(struct emitter *emitter, int *sources)
{
    int count = 0;
    switch (random_below(&emitter->random, 4)) {
    case 0:
        for (int i = 0; i < 4; i++)
            sources[count++] = emit_source(emitter, 'R');
        break;
    case 1:
        for (int i = 0; i < 2; i++)
            sources[count++] = emit_source(emitter, 'D');
        break;
    case 2:
        for (int i = 0; i < 8; i++)
            sources[count++] = emit_source(emitter, 'H');
        break;
    default:
        sources[count++] = emit_input(emitter, 'D');
    }
    for (int i = 0; i < count; i++) {
        if (sources[i] < 0)
            return -1;
    }
    return count;
}

static void emit_async_copy(struct emitter *emitter, int source)
{
    const struct program *program = emitter->program;
    unsigned offset = (unsigned)program->values[source].input * program->threads * 8;
    unsigned second = random_one_in(&emitter->random, 2) ? 8 : random_below(&emitter->random, 9);
    emit_line(emitter, "cp.async.ca.shared.global [%%rs], [%%in+%u], 8;", offset);
    emit_line(emitter, "cp.async.ca.shared.global [%%rs+8], [%%in+%u], 8, %u;", offset, second);
    if (random_one_in(&emitter->random, 2)) {
        emit_line(emitter, "cp.async.commit_group;");
        emit_line(emitter, "cp.async.wait_group 0;");
    } else {
        emit_line(emitter, "cp.async.wait_all;");
    }
}

static void emit_store_values(struct emitter *emitter, const int *sources, int count)
{
    struct register_name names[8];
    for (int i = 0; i < count; i++)
        names[i] = emit_name(emitter, sources[i]);
    if (count == 4 && random_one_in(&emitter->random, 2)) {
        emit_line(emitter, "st.shared.v4.b32 [%%rs], {%s, %s, %s, %s};", names[0].text, names[1].text, names[2].text,
                  names[3].text);
    } else if (count == 2 && random_one_in(&emitter->random, 2)) {
        emit_line(emitter, "st.shared.v2.b64 [%%rs], {%s, %s};", names[0].text, names[1].text);
    } else {
        for (int i = 0; i < count; i++)
            emit_line(emitter, "st.shared.b%d [%%rs+%d], %s;", 128 / count, i * 16 / count, names[i].text);
    }
}

static void emit_exchange_load(struct emitter *emitter, const int *sources, int count, unsigned threads)
{
    static const struct {
        const char *type;
        char kind;
        unsigned bytes;
    } loads[] = {{"u8", 'H', 1},  {"s8", 'H', 1},  {"u8", 'R', 1},  {"s8", 'R', 1},  {"u16", 'H', 2},
                 {"s16", 'R', 2}, {"u16", 'R', 2}, {"b32", 'R', 4}, {"s32", 'D', 4}, {"u32", 'D', 4},
                 {"s8", 'D', 1},  {"b64", 'D', 8}, {"f64", 'G', 8}, {"f32", 'F', 4}};
    uint32_t which = random_below(&emitter->random, sizeof(loads) / sizeof(loads[0]));
    emit_slot_address(emitter, 16, threads);
    int value = emit_value(emitter, loads[which].kind);
    if (value < 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "ld.shared.%s %s, [%%rs+%u];", loads[which].type, emit_name(emitter, value).text,
             random_below(&emitter->random, 16 / loads[which].bytes) * loads[which].bytes);
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, value, sources, count, NULL);
}

/* Other threads stored the rows of 16 bytes. */
static void emit_matrix_load(struct emitter *emitter, const int *sources, int count, unsigned threads)
{
    unsigned number = 1U << random_below(&emitter->random, 3);
    int values[4];
    char text[192], *at = text;
    emit_slot_address(emitter, 16, threads);
    at += snprintf(at, sizeof(text), "ldmatrix.sync.aligned.m8n8.x%u%s.shared.b16 {", number,
                   random_one_in(&emitter->random, 2) ? ".trans" : "");
    for (unsigned i = 0; i < number; i++) {
        values[i] = emit_value(emitter, 'R');
        if (values[i] < 0)
            return;
        at += snprintf(at, 16, "%s%s", i ? "," : "", emit_name(emitter, values[i]).text);
    }
    snprintf(at, 16, "}, [%%rs];");
    emit_line(emitter, "%s", text);
    for (unsigned i = 0; i < number; i++)
        emit_result(emitter, text, values[i], sources, count, NULL);
}

static void emit_shared_atomic(struct emitter *emitter, int *sources, int *count)
{
    static const char *const operations[] = {"add.u32", "min.s32", "max.u32", "exch.b32",        "add.f32",
                                             "xor.b32", "inc.u32", "dec.u32", "add.noftz.f16x2", "add.noftz.bf16x2"};
    int operand = emit_source(emitter, 'R'), value = emit_value(emitter, 'R');
    if (operand < 0 || value < 0)
        return;
    char text[160];
    int after = emit_value(emitter, 'R');
    if (after < 0)
        return;
    sources[(*count)++] = operand;
    snprintf(text, sizeof(text), "atom.shared.%s %s, [%%rs], %s;", operations[random_below(&emitter->random, 10)],
             emit_name(emitter, value).text, emit_name(emitter, operand).text);
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, value, sources, *count, NULL);
    emit_line(emitter, "ld.shared.b32 %s, [%%rs];", emit_name(emitter, after).text);
    strncat(text, " in memory", sizeof(text) - strlen(text) - 1);
    if (strstr(text, ".f32"))
        emitter->program->values[after].kind = 'F';
    if (strstr(text, "f16x2"))
        emitter->program->values[after].kind = strstr(text, "bf16x2") ? 'C' : 'Y';
    emit_result(emitter, text, after, sources, *count, NULL);
    sources[(*count)++] = after;
}

void generate_exchange(struct emitter *emitter)
{
    const struct program *program = emitter->program;
    unsigned threads = program->block[0] * program->block[1] * program->block[2];
    int sources[16];
    if (!emit_has_room(emitter, 12))
        return;
    int count = emit_exchange_store(emitter, sources);
    if (count < 0)
        return;
    emit_slot_address(emitter, 16, threads);
    if (count == 1)
        emit_async_copy(emitter, sources[0]);
    else
        emit_store_values(emitter, sources, count);
    if (random_one_in(&emitter->random, 3))
        emit_shared_atomic(emitter, sources, &count);
    emit_line(emitter, "bar.sync 0;");
    for (uint32_t i = 0, loads = 1 + random_below(&emitter->random, 4); i < loads; i++)
        emit_exchange_load(emitter, sources, count, threads);
    if (emitter->full_warp && random_one_in(&emitter->random, 3))
        emit_matrix_load(emitter, sources, count, threads);
    emit_line(emitter, "bar.sync 0;");
}

/* --- atomics ---------------------------------------------------------------------------------- */

/* One commutative operation gives the same memory in any order. Each statement has 16 words. */
void generate_atomic(struct emitter *emitter)
{
    static const char *const narrow[] = {"add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32",
                                         "and.b32", "or.b32",  "xor.b32", "inc.u32", "dec.u32"};
    static const char *const wide[] = {"add.u64", "min.u64", "min.s64", "max.u64",
                                       "max.s64", "and.b64", "or.b64",  "xor.b64"};
    bool is_wide = random_one_in(&emitter->random, 3);
    const char *operation =
        is_wide ? wide[random_below(&emitter->random, 8)] : narrow[random_below(&emitter->random, 11)];
    int where = emit_source(emitter, 'R'), operand = emit_source(emitter, is_wide ? 'D' : 'R');
    if (where < 0 || operand < 0 || emitter->program->memory_regions == PROGRAM_MEMORY_BYTES / 2 / 128)
        return;
    unsigned region = emitter->program->memory_regions++ * 128;
    emit_line(emitter, "and.b32 %%rt, %s, 15;", emit_name(emitter, where).text);
    emit_line(emitter, "mad.wide.u32 %%dt, %%rt, 8, %%memory;");
    if (strstr(operation, "inc") || strstr(operation, "dec")) /* all threads need one bound */
        emit_line(emitter, "red.global.%s [%%dt+%u], %u;", operation, region, random_below(&emitter->random, 40));
    else if (random_one_in(&emitter->random, 3))
        emit_line(emitter, "atom.relaxed.gpu.global.%s %%%s, [%%dt+%u], %s;", operation, is_wide ? "dt" : "rt", region,
                  emit_name(emitter, operand).text);
    else
        emit_line(emitter, "red.global.%s [%%dt+%u], %s;", operation, region, emit_name(emitter, operand).text);
}

static unsigned width_of(char kind)
{
    return strchr("DG", kind) ? 64 : strchr("HXB", kind) ? 16 : 32;
}

/*
 * A word per thread: every operation, with its result and its effect on memory. Not in loops,
 * where the last turn's effect would be a source of the next.
 */
void generate_private_atomic(struct emitter *emitter)
{
    static const struct {
        const char *spelling;
        char kind;
        int operands;
    } rows[] = {
        {"add.u32", 'R', 1},         {"exch.b32", 'R', 1},      {"cas.b32", 'R', 2}, {"min.s32", 'R', 1},
        {"inc.u32", 'R', 1},         {"dec.u32", 'R', 1},       {"add.f32", 'F', 1}, {"add.u64", 'D', 1},
        {"exch.b64", 'D', 1},        {"cas.b64", 'D', 2},       {"max.s64", 'D', 1}, {"add.f64", 'G', 1},
        {"add.noftz.f16x2", 'Y', 1}, {"add.noftz.f16", 'X', 1}, {"cas.b16", 'H', 2}, {"add.noftz.bf16x2", 'C', 1},
        {"add.noftz.bf16", 'B', 1},
    };
    uint32_t which = random_below(&emitter->random, sizeof(rows) / sizeof(rows[0]));
    int sources[3] = {emit_source(emitter, rows[which].kind), -1, -1};
    sources[1] = rows[which].operands == 2 ? emit_source(emitter, rows[which].kind) : sources[0];
    int value = emit_value(emitter, rows[which].kind), after = emit_value(emitter, rows[which].kind);
    if (emitter->in_loop || !emit_has_room(emitter, 2) || sources[0] < 0 || sources[1] < 0 || value < 0 || after < 0)
        return;
    char text[192];
    int count = 2;
    if (emitter->private_value >= 0)
        sources[count++] = emitter->private_value;
    snprintf(text, sizeof(text), "atom.global.%s %s, [%%private], %s%s%s;", rows[which].spelling,
             emit_name(emitter, value).text, emit_name(emitter, sources[0]).text, rows[which].operands == 2 ? ", " : "",
             rows[which].operands == 2 ? emit_name(emitter, sources[1]).text : "");
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, value, sources, count, NULL);
    emit_line(emitter, "ld.global.b%u %s, [%%private];", width_of(rows[which].kind), emit_name(emitter, after).text);
    strncat(text, " in memory", sizeof(text) - strlen(text) - 1);
    emit_result(emitter, text, after, sources, count, NULL);
    emitter->visible_count--;
    emitter->private_value = after;
}

/* --- constant and local memory ---------------------------------------------------------------- */

void generate_table(struct emitter *emitter)
{
    int where = emit_source(emitter, 'R'), value = emit_value(emitter, 'D');
    if (!emit_has_room(emitter, 1) || where < 0 || value < 0)
        return;
    char text[160];
    snprintf(text, sizeof(text), "ld.const.b64 %s, [%%dt];", emit_name(emitter, value).text);
    emit_line(emitter, "and.b32 %%rt, %s, 7;", emit_name(emitter, where).text);
    emit_line(emitter, "mov.u64 %%dt, table;");
    emit_line(emitter, "mad.wide.u32 %%dt, %%rt, 8, %%dt;");
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, value, &where, 1, NULL);
}

void generate_local(struct emitter *emitter)
{
    int sources[5], count = 4;
    for (int i = 0; i < count; i++)
        sources[i] = emit_source(emitter, 'R');
    int where = sources[count++] = emit_source(emitter, 'R'), value = emit_value(emitter, 'R');
    if (!emit_has_room(emitter, 1) || value < 0)
        return;
    for (int i = 0; i < count; i++) {
        if (sources[i] < 0)
            return;
    }
    bool is_generic = random_one_in(&emitter->random, 2);
    for (int i = 0; i < 4; i++)
        emit_line(emitter, "st.local.b32 [stack+%d], %s;", 4 * i, emit_name(emitter, sources[i]).text);
    emit_line(emitter, "and.b32 %%rt, %s, 3;", emit_name(emitter, where).text);
    emit_line(emitter, "shl.b32 %%rt, %%rt, 2;");
    emit_line(emitter, "mov.u32 %%rs, stack;");
    emit_line(emitter, "add.u32 %%rs, %%rs, %%rt;");
    emit_line(emitter, "cvt.u64.u32 %%dt, %%rs;");
    if (is_generic)
        emit_line(emitter, "cvta.local.u64 %%dt, %%dt;");
    char text[160];
    snprintf(text, sizeof(text), "ld%s.b32 %s, [%%dt];", is_generic ? "" : ".local", emit_name(emitter, value).text);
    emit_line(emitter, "%s", text);
    emit_result(emitter, text, value, sources, count, NULL);
}
