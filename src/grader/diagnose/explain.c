#include "grader/diagnose/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/diagnose/explain_finding.h"
#include "grader/diagnose/explain_wrong.h"
#include "grader/value/counter.h"
#include "grader/value/template.h"

static struct sentence say_unsafe(const struct verdict *verdict, const struct explain_context *context)
{
    if (!context->unsafe)
        return (struct sentence){0};
    struct finding_view view = {.told = context->unsafe,
                                .all = verdict->observation,
                                .source = verdict->source,
                                .case_text = explain_case_text(verdict->arena, verdict->unsafe_case)};
    return explain_finding(verdict->arena, &view);
}

struct gate_row {
    const char *counter;
    struct sentence sentence;
};

static struct sentence gate_row(const char *counter)
{
    static const struct gate_row rows[] = {
#define GATE_DIAGNOSIS(counter, sentence, lesson) {counter, {sentence, lesson}},
#include "grader/diagnose/diagnoses.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].counter, counter))
            return rows[i].sentence;
    return (struct sentence){0};
}

static const struct gate_verdict *first_unmet(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met)
            return &verdict->gates[i];
    return NULL;
}

static const char *capitalised(struct arena *arena, const char *text)
{
    char *copy = arena_strdup(arena, text);
    if (*copy >= 'a' && *copy <= 'z')
        *copy = (char)(*copy - 'a' + 'A');
    return copy;
}

/* A request with one value in it is no stride: the other 31 lanes of the warp have nothing to do. */
static bool is_one_lane(const struct line_memory *memory)
{
    enum { ONE_VALUE_BYTES = 4 };
    return memory->bytes_per_request <= ONE_VALUE_BYTES;
}

static struct sentence say_one_lane(struct arena *arena, int line, bool is_store)
{
    return (struct sentence){arena_printf(arena,
                                          "Only one lane of a warp %s at line %d, and a whole sector of 32 bytes moves "
                                          "for its one value: give neighbouring elements to neighbouring threads.",
                                          is_store ? "stores" : "loads", line),
                             "coalesc"};
}

/* Side by side, and yet too much: the same elements again. */
static struct sentence say_more_than_once(struct arena *arena, const struct gate_verdict *gate, bool is_store)
{
    return (struct sentence){
        arena_printf(arena,
                     "The same elements are %s again and again, %.3g times in all, most of it at line "
                     "%d: keep in a register or in shared memory what is needed twice.",
                     is_store ? "stored" : "loaded", gate->value, gate->line),
        "layernorm"};
}

/* Side by side, and yet a sector too many for each request: the first lane does not stand where a sector begins. */
static struct sentence say_misplaced(struct arena *arena, int line, const struct line_memory *memory, bool is_store)
{
    return (struct sentence){
        arena_printf(
            arena,
            "Line %d %s %.4g bytes a request that do not begin where a sector does, at a multiple of 32 bytes: "
            "%.3g sectors where %.3g would do.",
            line, is_store ? "stores" : "loads", memory->bytes_per_request, memory->sectors_per_request,
            ceil(memory->bytes_per_request / 32)),
        "predictions"};
}

static struct sentence say_gate(const struct verdict *verdict)
{
    const struct gate_verdict *gate = first_unmet(verdict);
    struct arena *arena = verdict->arena;
    if (!gate)
        return (struct sentence){0};
    struct sentence row = gate_row(gate->counter);
    bool is_store = strstr(gate->counter, "store") != NULL;
    struct line_memory memory = counter_line_memory(verdict->observation, gate->line, is_store);
    bool is_strided = memory.sectors_per_request * 32 > 1.5 * memory.bytes_per_request;
    const char *why = gate->gate ? gate->gate->why : NULL;
    bool is_misplaced = memory.sectors_per_request > 1.05 * ceil(memory.bytes_per_request / 32);
    if (!why && row.text && gate->line && !is_strided && strstr(gate->counter, "excess_"))
        return is_misplaced ? say_misplaced(arena, gate->line, &memory, is_store)
                            : say_more_than_once(arena, gate, is_store);
    if (row.text && gate->line && is_one_lane(&memory) && is_strided)
        return say_one_lane(arena, gate->line, is_store);
    if (!row.text || !gate->line || (strstr(gate->counter, "_sectors") && !is_strided))
        return (struct sentence){capitalised(arena, why ? why : gate->message), row.lesson ? row.lesson : ""};
    struct template_field fields[] = {
        {"line", arena_printf(arena, "%d", gate->line)},
        {"sectors", arena_printf(arena, "%.3g", memory.sectors_per_request)},
        {"bytes", arena_printf(arena, "%.4g", memory.bytes_per_request)},
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(row.text, fields, sizeof fields / sizeof *fields, &text);
    if (why)
        buffer_printf(&text, " %s", capitalised(arena, why));
    return (struct sentence){arena_strdup(arena, buffer_text(&text)), row.lesson};
}

/* The line that ran most often, where lines were counted. */
static int busiest_line(const struct observation *observation)
{
    int line = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        const struct kernel_observation *kernel = &observation->kernels[i];
        for (size_t j = 0; j < kernel->line_count; j++) {
            uint64_t count = kernel->lines[j].values[VGPU_COUNTER_WARP_INSTRUCTIONS];
            if (kernel->lines[j].line <= 0 || count <= most)
                continue;
            most = count;
            line = kernel->lines[j].line;
        }
    }
    return line;
}

static struct sentence say_timeout(const struct verdict *verdict, const struct explain_context *context)
{
    struct arena *arena = verdict->arena;
    const char *name = explain_case_text(arena, context->stopped_case);
    int line = context->stopped ? busiest_line(context->stopped) : 0;
    if (line)
        return (struct sentence){arena_printf(arena,
                                              "The kernel does not end in case %s: it was still running at line %d. A "
                                              "loop there never ends, or goes round far more often than it needs to.",
                                              name, line),
                                 "", line};
    return (struct sentence){arena_printf(arena,
                                          "The kernel does not end in case %s: a loop in it never ends or goes round "
                                          "far more often than it needs to, or its threads wait for ever.",
                                          name),
                             ""};
}

static struct sentence say_crash(const struct verdict *verdict, const struct explain_context *context)
{
    struct arena *arena = verdict->arena;
    const char *fault = context->stopped && *context->stopped->fault ? context->stopped->fault : NULL;
    if (!fault && *verdict->message)
        return (struct sentence){verdict->message, ""};
    return (struct sentence){arena_printf(arena, "The kernel was stopped in case %s: %s.",
                                          explain_case_text(arena, context->stopped_case),
                                          fault ? fault : "it crashed"),
                             ""};
}

/* Without the list of what was tried that some messages of the compiler end in. */
static int first_part_length(const char *message)
{
    const char *list = strstr(message, "; function \"");
    return list ? (int)(list - message) : (int)strlen(message);
}

static struct sentence say_diagnostic(struct arena *arena, const struct diagnostic *diagnostic)
{
    const char *message = diagnostic->message, *hint = diagnostic->hint;
    const char *text = arena_printf(arena, "%.*s", first_part_length(message), message);
    text = diagnostic->location.line ? arena_printf(arena, "Line %d: %s", diagnostic->location.line, text)
                                     : capitalised(arena, text);
    return (struct sentence){hint ? arena_printf(arena, "%s. %s", text, capitalised(arena, hint)) : text, "",
                             diagnostic->location.line};
}

static struct sentence say_compile_error(const struct verdict *verdict)
{
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        if (diagnostic->severity == DIAGNOSTIC_ERROR)
            return say_diagnostic(verdict->arena, diagnostic);
    }
    return (struct sentence){"The file does not compile.", ""};
}

/* Passes over the banks that are lost once a block, in a sum of its warps for one, are not what holds a kernel up. */
static bool is_worth_naming(const struct observation *observation, enum vgpu_counter lost)
{
    enum { LEAST_PERCENT = 2 };
    uint64_t instructions = counter_total(observation, VGPU_COUNTER_WARP_INSTRUCTIONS);
    return lost == VGPU_COUNTER_COUNT || 100 * counter_total(observation, lost) >= LEAST_PERCENT * instructions;
}

/* What is left to gain after a pass: the first structural weakness, if there is one worth naming. */
static struct sentence say_pass(const struct verdict *verdict)
{
    static const struct {
        const char *name;
        enum vgpu_counter lost; /* VGPU_COUNTER_COUNT: named however little it is */
    } watched[] = {
        {"uncoalesced_stores", VGPU_COUNTER_COUNT},
        {"uncoalesced_loads", VGPU_COUNTER_COUNT},
        {"shared_load_conflict_ratio", VGPU_COUNTER_SHARED_LOAD_CONFLICTS},
        {"shared_store_conflict_ratio", VGPU_COUNTER_SHARED_STORE_CONFLICTS},
    };
    struct counter_facts none = {0};
    struct arena *arena = verdict->arena;
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        double value;
        const char *name = watched[i].name;
        if (!counter_evaluate(name, verdict->observation, &none, &value, NULL) || value < 1.5 ||
            !is_worth_naming(verdict->observation, watched[i].lost))
            continue;
        struct counter_source source = counter_main_source(name, verdict->observation);
        struct template_field fields[] = {{"value", arena_printf(arena, "%.3g", value)}, {"counter", name}};
        struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
        template_expand(counter_phrase(name), fields, 2, &text);
        return (struct sentence){arena_printf(arena, "Right on every case. Room is left: %s%s.", buffer_text(&text),
                                              source.line ? arena_printf(arena, " at line %d", source.line) : ""),
                                 ""};
    }
    return (struct sentence){"Safe and right on every case, with the structure asked for.", ""};
}

static struct sentence say(const struct verdict *verdict, const struct explain_context *context)
{
    switch (verdict->status) {
    case VERDICT_UNSAFE:
        return say_unsafe(verdict, context);
    case VERDICT_WRONG:
        return explain_wrong(verdict, context);
    case VERDICT_GATE:
        return say_gate(verdict);
    case VERDICT_TIMEOUT:
        return *verdict->message ? (struct sentence){verdict->message, ""} : say_timeout(verdict, context);
    case VERDICT_CRASH:
        return say_crash(verdict, context);
    case VERDICT_COMPILE_ERROR:
        return say_compile_error(verdict);
    case VERDICT_PASS:
        return say_pass(verdict);
    default:
        return (struct sentence){verdict->message, ""};
    }
}

/* The lesson whose id holds the word, the exercise's own before others. */
static const char *find_lesson(const struct explain_context *context, const char *word)
{
    const struct lesson *own = context->exercise ? context->exercise->lesson : NULL;
    if (own && own->id && (!*word || strstr(own->id, word)))
        return own->id;
    for (size_t i = 0; *word && context->curriculum && i < context->curriculum->lesson_count; i++)
        if (strstr(context->curriculum->lessons[i]->id, word))
            return context->curriculum->lessons[i]->id;
    return own ? own->id : NULL;
}

void explain(struct verdict *verdict, const struct explain_context *context)
{
    struct sentence sentence = say(verdict, context);
    const struct gate_verdict *gate = verdict->status == VERDICT_GATE ? first_unmet(verdict) : NULL;
    struct arena *arena = verdict->arena;
    const char *text = sentence.text && *sentence.text ? sentence.text : verdict_status_name(verdict->status);
    size_t length = strlen(text);
    verdict->message =
        length && strchr(".!?", text[length - 1]) ? arena_strdup(arena, text) : arena_printf(arena, "%s.", text);
    verdict->line = gate ? gate->line : sentence.line;
    if (gate && gate->lesson)
        verdict->read = gate->lesson;
    else if (verdict->status != VERDICT_PASS && verdict->status != VERDICT_COMPILE_ERROR)
        verdict->read = find_lesson(context, sentence.lesson ? sentence.lesson : "");
}
