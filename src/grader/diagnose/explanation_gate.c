/* Sentences about gates: rows GATE_DIAGNOSIS of diagnoses.def. */
#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/diagnose/explanation_gate.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/source/given_call.h"
#include "grader/value/counter.h"
#include "grader/value/phrase.h"
#include "grader/value/weakness.h"

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

const struct gate_verdict *explain_gate_unmet(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met)
            return &verdict->gates[i];
    return NULL;
}

/* A request for a single value is not a stride: the other 31 lanes are idle. */
static bool is_one_lane(const struct line_memory *memory)
{
    enum { ONE_VALUE_BYTES = 4 };
    return memory->bytes_per_request <= ONE_VALUE_BYTES;
}

/* What to change. NULL: the lesson of the gate says it. */
static const char *advice_on(struct arena *arena, const char *counter, const char *why, bool is_store)
{
    if (why)
        return phrase_capitalised(arena, why);
    if (strncmp(counter, "excess_", 7) != 0 && strncmp(counter, "uncoalesced_", 12) != 0)
        return NULL;
    return sentence_text(arena, is_store ? SENTENCE_GATE_STORE_NEIGHBOURS : SENTENCE_GATE_LOAD_NEIGHBOURS, NULL, 0);
}

/* An expensive access at a line, in numbers. */
static struct sentence say_access(struct arena *arena, enum sentence_id id, const struct gate_verdict *gate,
                                  const struct line_memory *memory, const char *verb)
{
    return sentence_fill(arena, id,
                         FIELDS({"line", phrase_integer(arena, gate->line)}, {"verb", verb},
                                {"times", phrase_factor(arena, gate->value)},
                                {"bytes", phrase_number(arena, memory->bytes_per_request, 4)},
                                {"sectors", phrase_number(arena, memory->sectors_per_request, 3)},
                                {"least", phrase_number(arena, ceil(memory->bytes_per_request / 32), 3)}));
}

static uint64_t threads_of_block(const struct kernel_observation *kernel)
{
    return (uint64_t)kernel->block[0] * kernel->block[1] * kernel->block[2];
}

/* The kernel that executes the line; NULL: none, or several do. */
static const struct kernel_observation *kernel_of_line(const struct observation *observation, int line)
{
    const struct kernel_observation *found = NULL;
    for (size_t i = 0; observation && i < observation->kernel_count; i++)
        for (size_t j = 0; j < observation->kernels[i].line_count; j++)
            if (observation->kernels[i].lines[j].line == line) {
                if (found)
                    return NULL;
                found = &observation->kernels[i];
            }
    return found;
}

/*
 * Requests that move more sectors than their bytes need, and no element twice, in blocks whose last
 * warp is not full.
 */
static uint64_t threads_beside_warps(const struct verdict *verdict, const struct gate_verdict *gate,
                                     const struct line_memory *memory)
{
    const struct kernel_observation *kernel = kernel_of_line(verdict->observation, gate->line);
    bool is_excess = memory->sectors_per_request * 32 > 0.97 * gate->value * memory->bytes_per_request;
    uint64_t threads = kernel && is_excess ? threads_of_block(kernel) : 0;
    return threads % 32 ? threads : 0;
}

/* Most blocks have no work. */
static struct sentence say_idle(const struct verdict *verdict, const struct gate_verdict *gate)
{
    enum { WORKING_SHARE = 16 };
    const struct observation *observation = verdict->observation;
    struct arena *arena = verdict->arena;
    const struct kernel_observation *kernel =
        observation && observation->kernel_count == 1 ? observation->kernels : NULL;
    uint64_t blocks = kernel ? (uint64_t)kernel->launches * kernel->grid[0] * kernel->grid[1] * kernel->grid[2] : 0;
    if (!blocks || WORKING_SHARE * (blocks - kernel->idle_blocks) > blocks)
        return (struct sentence){0};
    return sentence_fill(
        arena, SENTENCE_GATE_EXCESS_IDLE,
        FIELDS({"case", phrase_case(arena, gate->case_name)}, {"times", phrase_factor(arena, gate->value)},
               {"idle", phrase_count(arena, kernel->idle_blocks)}, {"blocks", phrase_count(arena, blocks)}));
}

static struct sentence say_excess(const struct verdict *verdict, const struct gate_verdict *gate)
{
    struct arena *arena = verdict->arena;
    if (!gate->line || !gate->case_name)
        return (struct sentence){phrase_capitalised(arena, gate->message), "", 0};
    struct sentence idle = say_idle(verdict, gate);
    if (idle.text)
        return idle;
    return sentence_fill(arena, gate->is_cut ? SENTENCE_GATE_EXCESS_CUT : SENTENCE_GATE_EXCESS,
                         FIELDS({"case", phrase_case(arena, gate->case_name)},
                                {"times", phrase_factor(arena, gate->value)},
                                {"line", phrase_integer(arena, gate->line)}));
}

static struct sentence say_gate(const struct verdict *verdict)
{
    const struct gate_verdict *gate = explain_gate_unmet(verdict);
    struct arena *arena = verdict->arena;
    if (!gate)
        return (struct sentence){0};
    if (!strcmp(gate->counter, VERDICT_EXCESS))
        return say_excess(verdict, gate);
    struct sentence row = gate_row(gate->counter);
    if (gate->is_vain)
        return (struct sentence){phrase_capitalised(arena, gate->message), row.lesson ? row.lesson : ""};
    if (gate->case_name) /* the counters at its line are those of the gate case */
        return sentence_fill(arena, SENTENCE_GATE_OTHER_SIZE,
                             FIELDS({"message", phrase_capitalised(arena, gate->message)}));
    bool is_store = strstr(gate->counter, "store") != NULL;
    struct line_memory memory = counter_line_memory(verdict->observation, gate->line, is_store);
    bool is_strided = memory.sectors_per_request * 32 > 1.5 * memory.bytes_per_request;
    const char *why = gate->gate && !gate->is_unknown ? gate->gate->why : NULL;
    bool is_misplaced = memory.sectors_per_request > 1.05 * ceil(memory.bytes_per_request / 32);
    bool is_repeated = !why && row.text && gate->line && !is_strided && strstr(gate->counter, "excess_");
    if (is_repeated && is_store && explain_line_stored_twice(verdict->observation) == gate->line)
        return say_access(arena, SENTENCE_GATE_STORED_TWICE, gate, &memory, _("stored"));
    uint64_t threads = is_repeated ? threads_beside_warps(verdict, gate, &memory) : 0;
    if (threads)
        return sentence_fill(
            arena, SENTENCE_GATE_PARTIAL_WARPS,
            FIELDS({"line", phrase_integer(arena, gate->line)}, {"verb", is_store ? _("stores") : _("loads")},
                   {"times", phrase_factor(arena, gate->value)}, {"threads", phrase_count(arena, threads)}));
    if (is_repeated)
        return is_misplaced
                   ? say_access(arena, SENTENCE_GATE_MISPLACED, gate, &memory, is_store ? _("stores") : _("loads"))
                   : say_access(arena, SENTENCE_GATE_REPEATED, gate, &memory, is_store ? _("stored") : _("loaded"));
    if (row.text && gate->line && is_one_lane(&memory) && is_strided)
        return say_access(arena, SENTENCE_GATE_ONE_LANE, gate, &memory, is_store ? _("stores") : _("loads"));
    if (!row.text || !gate->line || (strstr(gate->counter, "_sectors") && !is_strided))
        return (struct sentence){phrase_capitalised(arena, why ? why : gate->message), row.lesson ? row.lesson : ""};
    struct template_field fields[] = {
        {"line", phrase_integer(arena, gate->line)},
        {"sectors", phrase_number(arena, memory.sectors_per_request, 3)},
        {"bytes", phrase_number(arena, memory.bytes_per_request, 4)},
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    template_expand(_(row.text), fields, sizeof fields / sizeof *fields, &text);
    const char *said = arena_strdup(arena, buffer_text(&text));
    const char *advice = advice_on(arena, gate->counter, why, is_store);
    return (struct sentence){advice ? phrase_joined(arena, said, advice) : said, row.lesson};
}

/* A gate on the time alone does not say what takes it. The model knows the limit and its line. */
static const char *limiter_of(const struct verdict *verdict, const struct exercise *exercise,
                              const struct gate_verdict *gate)
{
    bool is_own =
        exercise && exercise->kind == EXERCISE_KERNEL && exercise->devices <= 1; /* else given kernels count */
    bool is_of_time = gate && !strcmp(gate->counter, GATE_TIME_RATIO) && !gate->is_unknown;
    return is_own && is_of_time && verdict->time.limiter ? verdict->time.limiter : "";
}

/* "Limited by DRAM bandwidth" says less than the loads that waste it. */
static const char *with_weakness(const struct verdict *verdict, const char *limiter)
{
    struct arena *arena = verdict->arena;
    struct weakness weakness = weakness_find(verdict->observation, arena);
    if (!weakness.text || !weakness.line)
        return limiter;
    const char *said =
        sentence_text(arena, SENTENCE_GATE_WEAKNESS,
                      FIELDS({"weakness", weakness.text}, {"line", phrase_integer(arena, weakness.line)}));
    return phrase_joined(arena, said, limiter);
}

/* A line in a given function says little: the learner's line is the one that calls it. */
struct sentence explain_gate(const struct verdict *verdict, const struct exercise *exercise,
                             const struct given_calls *calls)
{
    struct arena *arena = verdict->arena;
    const struct gate_verdict *gate = explain_gate_unmet(verdict);
    struct sentence said = say_gate(verdict);
    const char *limiter = limiter_of(verdict, exercise, gate);
    if (said.text && *limiter)
        said.text = phrase_joined(arena, said.text, with_weakness(verdict, limiter));
    struct given_call call = gate && calls ? given_call_of_line(calls, gate->line) : (struct given_call){0};
    bool is_plan = exercise && exercise->kind == EXERCISE_PLAN; /* all calls are given, too */
    if (!call.function || !said.text || is_plan)
        return said;
    said.text =
        phrase_joined(arena, said.text,
                      sentence_text(arena, call.line ? SENTENCE_GIVEN_CALL_OF_LINE : SENTENCE_GIVEN_FUNCTION,
                                    FIELDS({"inner", phrase_integer(arena, gate->line)}, {"function", call.function},
                                           {"line", phrase_integer(arena, call.line)})));
    said.line = call.line;
    return said;
}
