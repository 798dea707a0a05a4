#include "grader/explain_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/counter_internal.h"
#include "grader/explain_finding_internal.h"
#include "grader/template_internal.h"

/* "h=4 w=7" -> "h = 4, w = 7"; what stands in parentheses stays: "a=uniform(0, 1)" */
static const char *case_text(struct arena *arena, const char *name)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    for (const char *at = name ? name : ""; *at; at++) {
        if (*at == '=')
            buffer_append_text(&text, " = ");
        else if (*at == ' ' && at > name && at[-1] != ',')
            buffer_append_text(&text, ", ");
        else
            buffer_append_char(&text, *at);
    }
    return arena_strdup(arena, buffer_text(&text));
}

static struct sentence say_unsafe(const struct verdict *verdict, const struct explain_context *context)
{
    if (!context->unsafe)
        return (struct sentence){0};
    return explain_finding(verdict->arena, context->unsafe, verdict->observation,
                           case_text(verdict->arena, verdict->unsafe_case));
}

static const char *number_text(struct arena *arena, double value)
{
    return isnan(value) ? "NaN" : arena_printf(arena, "%.6g", value);
}

static struct sentence pattern_row(enum pattern_kind kind)
{
    static const struct sentence rows[PATTERN_COUNT] = {
#define PATTERN_DIAGNOSIS(pattern, sentence, lesson) [PATTERN_##pattern] = {sentence, lesson},
#include "grader/diagnoses.def"
    };
    return rows[kind];
}

bool explain_knows_pattern(enum pattern_kind pattern)
{
    return pattern_row(pattern).text != NULL;
}

static struct sentence say_changed_input(const struct verdict *verdict, const struct case_verdict *failing)
{
    return (struct sentence){arena_printf(verdict->arena, "The kernel changed its input %s in case %s.",
                                          failing->changed_input, failing->name),
                             ""};
}

static bool is_not_launched(const struct wrong_element *element)
{
    return element->never_written && strstr(element->owner, "not launched");
}

/* A missing last block whose threads were there all the same has another reason than a grid that is too small. */
static struct sentence wrong_sentence(const struct wrong_element *first, enum pattern_kind pattern)
{
    struct sentence row = pattern_row(pattern);
    if (pattern == PATTERN_LAST_BLOCK && first && *first->owner && !is_not_launched(first))
        return (struct sentence){"The last, partial block of {buffer} is wrong in case {case}, though its threads were "
                                 "launched: does the index count blockIdx.x * blockDim.x?",
                                 row.lesson};
    if (row.text)
        return row;
    if (!first)
        return (struct sentence){"The check of {buffer} fails in case {case}.", ""};
    if (is_not_launched(first))
        return (struct sentence){
            "Element {position} of {buffer} is never written in case {case}: it belongs to {owner}.", "vector-add"};
    if (first->never_written)
        return (struct sentence){"Element {position} of {buffer} is never written in case {case}.", ""};
    return (struct sentence){"Element {position} of {buffer} is {got} instead of {expected} in case {case}.", ""};
}

static struct sentence say_wrong(const struct verdict *verdict, const struct explain_context *context)
{
    const struct case_verdict *failing = context->failing;
    struct arena *arena = verdict->arena;
    if (!failing)
        return (struct sentence){0};
    if (!failing->wrong_count)
        return failing->input_changed ? say_changed_input(verdict, failing) : (struct sentence){0};
    const struct wrong_buffer *wrong = &failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    struct sentence sentence = wrong_sentence(first, context->pattern);
    struct template_field fields[] = {
        {"buffer", wrong->parameter},
        {"pattern", wrong->pattern ? wrong->pattern : "a pattern"},
        {"case", case_text(arena, failing->name)},
        {"position", first ? first->position : ""},
        {"owner", first ? first->owner : ""},
        {"got", first ? number_text(arena, first->got) : ""},
        {"expected", first ? number_text(arena, first->expected) : ""},
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(sentence.text, fields, sizeof fields / sizeof *fields, &text);
    return (struct sentence){arena_strdup(arena, buffer_text(&text)), sentence.lesson ? sentence.lesson : ""};
}

struct gate_row {
    const char *counter;
    struct sentence sentence;
};

static struct sentence gate_row(const char *counter)
{
    static const struct gate_row rows[] = {
#define GATE_DIAGNOSIS(counter, sentence, lesson) {counter, {sentence, lesson}},
#include "grader/diagnoses.def"
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
    const char *name = case_text(arena, context->stopped_case);
    int line = context->stopped ? busiest_line(context->stopped) : 0;
    if (line)
        return (struct sentence){arena_printf(arena,
                                              "The kernel does not end in case %s: it was still running at line %d. A "
                                              "loop there never ends.",
                                              name, line),
                                 ""};
    return (struct sentence){
        arena_printf(
            arena, "The kernel does not end in case %s: a loop in it never ends, or its threads wait for ever.", name),
        ""};
}

static struct sentence say_crash(const struct verdict *verdict, const struct explain_context *context)
{
    struct arena *arena = verdict->arena;
    const char *fault = context->stopped && *context->stopped->fault ? context->stopped->fault : NULL;
    if (!fault && *verdict->message)
        return (struct sentence){verdict->message, ""};
    return (struct sentence){arena_printf(arena, "The kernel was stopped in case %s: %s.",
                                          case_text(arena, context->stopped_case), fault ? fault : "it crashed"),
                             ""};
}

static struct sentence say_compile_error(const struct verdict *verdict)
{
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        if (diagnostic->severity != DIAGNOSTIC_ERROR)
            continue;
        if (!diagnostic->location.line)
            return (struct sentence){capitalised(verdict->arena, diagnostic->message), ""};
        return (struct sentence){
            arena_printf(verdict->arena, "Line %d: %s", diagnostic->location.line, diagnostic->message), ""};
    }
    return (struct sentence){"The file does not compile.", ""};
}

/* What is left to gain after a pass: the first structural weakness, if there is one worth naming. */
static struct sentence say_pass(const struct verdict *verdict)
{
    static const char *const watched[] = {"uncoalesced_stores", "uncoalesced_loads", "shared_load_conflict_ratio",
                                          "shared_store_conflict_ratio"};
    struct counter_facts none = {0};
    struct arena *arena = verdict->arena;
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        double value;
        if (!counter_evaluate(watched[i], verdict->observation, &none, &value, NULL) || value < 1.5)
            continue;
        struct counter_source source = counter_main_source(watched[i], verdict->observation);
        struct template_field fields[] = {{"value", arena_printf(arena, "%.3g", value)}, {"counter", watched[i]}};
        struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
        template_expand(counter_phrase(watched[i]), fields, 2, &text);
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
        return say_wrong(verdict, context);
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
    if (gate && gate->lesson)
        verdict->read = gate->lesson;
    else if (verdict->status != VERDICT_PASS && verdict->status != VERDICT_COMPILE_ERROR)
        verdict->read = find_lesson(context, sentence.lesson ? sentence.lesson : "");
}
