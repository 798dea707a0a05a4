/* Finds loads from shared memory that reach no output. */
#include "grader/grade/shared_use.h"

#include <string.h>

#include "base/buffer.h"
#include "base/clock.h"
#include "grader/grade/gates.h"

enum { RERUN_GRACE_MS = 2000 };

/* --- the changed program ---------------------------------------------------------------------- */

/*
 * "f32" -> "not.b32": the instruction that changes a loaded value. NULL: there is none. All bits
 * change: a product of two loaded values would be the same if both only changed their signs.
 */
static const char *change_of(const char *type, size_t length)
{
    static const struct {
        const char *type, *change;
    } rows[] = {{"f32", "not.b32"}, {"f64", "not.b64"}, {"b32", "not.b32"}, {"u32", "not.b32"},
                {"s32", "not.b32"}, {"b64", "not.b64"}, {"u64", "not.b64"}, {"s64", "not.b64"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].type) == length && !memcmp(rows[i].type, type, length))
            return rows[i].change;
    return NULL;
}

/* A line of PTX: [predicate] opcode operands ";". */
struct line {
    const char *predicate, *opcode, *operands, *end;
};

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static const char *skip_word(const char *at, const char *end)
{
    while (at < end && *at != ' ' && *at != '\t')
        at++;
    return at;
}

static struct line split(const char *start, const char *end)
{
    struct line line = {.end = end};
    line.predicate = line.opcode = skip_blanks(start, end);
    if (line.opcode < end && *line.opcode == '@')
        line.opcode = skip_blanks(skip_word(line.opcode, end), end);
    line.operands = skip_blanks(skip_word(line.opcode, end), end);
    return line;
}

static bool begins(const struct line *line, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(line->end - line->opcode) >= length && !memcmp(line->opcode, text, length);
}

/* Loads that may read shared memory in a way that cannot be changed here. */
static bool is_other_load(const struct line *line)
{
    static const char *const known[] = {"ld.global", "ld.volatile.global", "ld.param",          "ld.local",
                                        "ld.const",  "ld.shared",          "ld.volatile.shared"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(line, known[i]))
            return false;
    return begins(line, "ld.") || begins(line, "ldmatrix") || begins(line, "wmma.load") || begins(line, "wgmma") ||
           begins(line, "atom.") || begins(line, "cp.") || begins(line, "mapa");
}

/* Appends a change for each register of "%f1" or "{%f1, %f2}". */
static void append_changes(const struct line *line, const char *change, struct buffer *out)
{
    const char *stop = memchr(line->operands, '[', (size_t)(line->end - line->operands));
    for (const char *at = line->operands; stop && at < stop;) {
        size_t length = strcspn(at, " ,{}[;\t\n");
        if (*at == '%')
            buffer_printf(out, "%.*s %s %.*s, %.*s;\n", (int)(line->opcode - line->predicate), line->predicate, change,
                          (int)length, at, (int)length, at);
        at += length ? length : 1;
    }
}

/* False: a load that cannot be changed. */
static bool append_line(const struct line *line, struct buffer *out, bool *any)
{
    if (is_other_load(line))
        return false;
    if (!begins(line, "ld.shared") && !begins(line, "ld.volatile.shared"))
        return true;
    const char *end = skip_word(line->opcode, line->end), *type = end;
    while (type > line->opcode && type[-1] != '.')
        type--;
    const char *change = change_of(type, (size_t)(end - type));
    if (change)
        append_changes(line, change, out);
    *any = true;
    return change != NULL;
}

const char *shared_use_changed(struct arena *arena, const char *ptx)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    bool any = false;
    for (const char *at = ptx; *at;) {
        const char *end = at + strcspn(at, "\n");
        struct line line = split(at, end);
        buffer_append(&out, at, (size_t)(end - at));
        buffer_append_text(&out, "\n");
        if (!append_line(&line, &out, &any))
            return NULL;
        at = *end ? end + 1 : end;
    }
    return any ? arena_strdup(arena, buffer_text(&out)) : NULL;
}

/* --- the second run --------------------------------------------------------------------------- */

static bool is_asked(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (gates_ask_for_shared_loads(&exercise->gates[i]))
            return true;
    return false;
}

/* The gate case, if all cases ran and are right. */
static const struct case_record *right_gate(const struct grading *grading)
{
    const struct case_record *gate = NULL;
    for (size_t i = 0; i < grading->cases.count; i++) {
        const struct case_result *result = grading->records[i].result;
        if (!result || result->outcome != CASE_RAN)
            return NULL;
        for (size_t j = 0; j < result->buffer_count; j++)
            if (result->buffers[j].wrong_count)
                return NULL;
        if (grading->cases.items[i].is_gate)
            gate = &grading->records[i];
    }
    return gate;
}

struct rerun {
    const struct case_result *before;
    bool is_same;
};

static bool keep_rerun(void *context, struct case_result *result, struct error *error)
{
    struct rerun *rerun = context;
    (void)error;
    bool same = result->outcome == CASE_RAN && result->buffer_count == rerun->before->buffer_count;
    for (size_t i = 0; same && i < result->buffer_count; i++)
        same = result->buffers[i].got_hash == rerun->before->buffers[i].got_hash;
    rerun->is_same = same;
    observation_free(result->observation);
    return true;
}

bool shared_use_find(struct grading *grading, struct error *error)
{
    const struct case_record *gate = is_asked(grading->request->exercise) ? right_gate(grading) : NULL;
    const char *changed = gate ? shared_use_changed(grading->arena, grading->compiled->ptx) : NULL;
    if (!changed)
        return true;
    struct job job = grading->job;
    job.programs = arena_memdup(grading->arena, job.programs, job.program_count * sizeof *job.programs);
    job.programs[0].ptx = changed;
    job.programs[0].ptx_bytes = strlen(changed);
    job.programs[0].cubin = NULL;
    job.programs[0].cubin_bytes = 0;
    job.cases = arena_memdup(grading->arena, &job.cases[gate - grading->records], sizeof *job.cases);
    job.cases->checks = 0;
    job.case_count = 1;
    struct rerun rerun = {.before = gate->result};
    struct device_child_watch watch = {.deadline_ns =
                                           clock_deadline_ns((job.deadline_ms + RERUN_GRACE_MS) * INT64_C(1000000)),
                                       .cancelled = grading->request->cancelled,
                                       .context = grading->request->context};
    struct error failure = {0};
    size_t answered;
    if (!device_child_run(grading->grader->virtual_child, &job, &watch, grading->arena, keep_rerun, &rerun, &answered,
                          &failure)) {
        if (failure.code == ERROR_CANCELLED)
            *error = failure;
        return failure.code != ERROR_CANCELLED; /* a changed value may well end the run */
    }
    grading->loads_in_vain = rerun.is_same;
    return true;
}
