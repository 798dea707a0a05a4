/* Chooses the one sentence of a verdict by its status, and the lesson to read. */
#include "grader/diagnose/explanation.h"

#include <string.h>

#include "base/i18n.h"
#include "grader/cause/cause.h"
#include "grader/cause/cause_remark.h"
#include "grader/diagnose/explanation_gate.h"
#include "grader/diagnose/explanation_remark.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/finding/finding_sentence.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_slip.h"
#include "grader/value/counter.h"
#include "grader/value/phrase.h"
#include "grader/value/weakness.h"

/* NULL: the case was not compared. */
static const struct case_verdict *case_named(const struct verdict *verdict, const char *name)
{
    for (size_t i = 0; name && i < verdict->case_count; i++)
        if (verdict->cases[i].name && !strcmp(verdict->cases[i].name, name))
            return &verdict->cases[i];
    return NULL;
}

/* The index of an element that is stored before the start of its buffer; 0: there is none. */
static int64_t first_stored(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++) {
        const struct vgpu_finding *finding = &observation->findings[i];
        if (finding->kind == VGPU_FINDING_OUT_OF_BOUNDS && finding->access == VGPU_ACCESS_WRITE &&
            finding->offset_bytes < 0 && finding->size_bytes)
            return finding->offset_bytes / (int64_t)finding->size_bytes;
    }
    return 0;
}

static struct sentence say_unsafe(const struct verdict *verdict, const struct explain_context *context)
{
    if (!context->unsafe)
        return (struct sentence){0};
    struct finding_view view = {.reported = context->unsafe,
                                .all = verdict->observation,
                                .source = verdict->source,
                                .case_text = phrase_case(verdict->arena, verdict->unsafe_case),
                                .exercise = context->exercise,
                                .calls = context->calls,
                                .given = case_named(verdict, verdict->unsafe_case)};
    struct sentence sentence = finding_sentence(verdict->arena, &view);
    struct cause_evidence evidence = {.exercise = context->exercise,
                                      .is_unsafe = true,
                                      .is_misplaced = explain_line_stored_twice(context->unsafe),
                                      .begin = first_stored(context->unsafe)};
    struct sentence cause = cause_find(verdict, &evidence);
    if (cause.text && !context->todo.count)
        return (struct sentence){cause_with_fact(verdict, &cause, sentence.text), sentence.lesson, cause.line};
    sentence.text = explanation_remark_after_todo(verdict, &context->todo, cause_remark_add(verdict, sentence.text));
    return sentence;
}

/* How often each line of the file ran. */
static struct line_runs count_runs(const struct observation *observation, struct arena *arena)
{
    struct line_runs runs = {0};
    for (size_t i = 0; i < observation->kernel_count; i++)
        for (size_t j = 0; j < observation->kernels[i].line_count; j++)
            if (observation->kernels[i].lines[j].line >= runs.lines)
                runs.lines = observation->kernels[i].lines[j].line + 1;
    uint64_t *counts = ARENA_ARRAY(arena, (size_t)runs.lines + 1, uint64_t);
    memset(counts, 0, ((size_t)runs.lines + 1) * sizeof *counts);
    for (size_t i = 0; i < observation->kernel_count; i++)
        for (size_t j = 0; j < observation->kernels[i].line_count; j++)
            if (observation->kernels[i].lines[j].line > 0)
                counts[observation->kernels[i].lines[j].line] +=
                    observation->kernels[i].lines[j].values[VGPU_COUNTER_WARP_INSTRUCTIONS];
    runs.counts = counts;
    return runs;
}

/* The line that ran most often, if lines were counted. */
static int busiest_line(const struct line_runs *runs)
{
    int line = 0;
    for (int i = 1; i < runs->lines; i++)
        if (runs->counts[i] > (line ? runs->counts[line] : 0))
            line = i;
    return line;
}

/* The loop that never ends, and why. */
static struct sentence say_loop(struct arena *arena, const char *name, const struct source_loop *loop)
{
    enum sentence_id why = loop->step ? SENTENCE_TIMEOUT_ZERO_STEP : SENTENCE_TIMEOUT_NO_STEP;
    struct template_field fields[] = {{"case", name},
                                      {"line", phrase_integer(arena, loop->line)},
                                      {"variable", loop->variable},
                                      {"step", loop->step}};
    const size_t count = sizeof fields / sizeof *fields;
    struct sentence sentence = sentence_fill(arena, SENTENCE_TIMEOUT_IN_LOOP, fields, count);
    if (loop->variable)
        sentence.text = phrase_joined(arena, sentence.text, sentence_text(arena, why, fields, count));
    sentence.line = loop->line;
    return sentence;
}

static struct sentence say_timeout(const struct verdict *verdict, const struct explain_context *context)
{
    struct arena *arena = verdict->arena;
    const char *name = phrase_case(arena, context->stopped_case);
    struct line_runs runs = {0};
    struct source_loop loop = {0};
    if (context->stopped)
        runs = count_runs(context->stopped, arena);
    int line = busiest_line(&runs);
    if (line && verdict->source)
        loop = source_loop_endless(verdict->source, &runs, line, arena);
    enum sentence_id id = line ? SENTENCE_TIMEOUT_AT_LINE : SENTENCE_TIMEOUT;
    struct sentence sentence = sentence_fill(arena, id, FIELDS({"case", name}, {"line", phrase_integer(arena, line)}));
    sentence.line = line;
    int twice = explain_line_stored_often(context->stopped);
    if (twice && !loop.variable) {
        sentence = sentence_fill(arena, SENTENCE_TIMEOUT_SHARED_WORK,
                                 FIELDS({"case", name}, {"line", phrase_integer(arena, twice)}));
        sentence.line = twice;
    } else if (loop.line) {
        sentence = say_loop(arena, name, &loop);
    }
    struct sentence cause = cause_find(verdict, &(struct cause_evidence){.exercise = context->exercise});
    if (cause.text) {
        const char *fact = sentence_text(arena, SENTENCE_TIMEOUT_EXPLAINED, FIELDS({"case", name}));
        return (struct sentence){cause_with_fact(verdict, &cause, fact), "", cause.line};
    }
    sentence.text = cause_remark_add(verdict, sentence.text);
    return sentence;
}

static struct sentence say_crash(const struct verdict *verdict, const struct explain_context *context)
{
    const char *fault = context->stopped && *context->stopped->fault ? context->stopped->fault : NULL;
    if (*verdict->message)
        return (struct sentence){verdict->message, "", verdict->line};
    return sentence_fill(verdict->arena, fault ? SENTENCE_STOPPED : SENTENCE_CRASHED,
                         FIELDS({"case", phrase_case(verdict->arena, context->stopped_case)}, {"fault", fault}));
}

static struct sentence say_diagnostic(struct arena *arena, const struct diagnostic *diagnostic)
{
    const char *text = phrase_diagnostic(arena, diagnostic);
    int line = diagnostic->location.line;
    if (line)
        text = sentence_text(arena, SENTENCE_COMPILE_ERROR_AT_LINE,
                             FIELDS({"line", phrase_integer(arena, line)}, {"message", text}));
    else
        text = phrase_capitalised(arena, text);
    if (diagnostic->hint)
        text = sentence_text(arena, SENTENCE_COMPILE_HINT,
                             FIELDS({"message", text}, {"hint", phrase_capitalised(arena, diagnostic->hint)}));
    return (struct sentence){text, "", line};
}

/* What the compiler says of a kernel's head before it says what is wrong with a parameter. */
static bool is_consequence(const struct diagnostic *diagnostic)
{
    return strstr(diagnostic->message, "\"__global__\" does not apply here") ||
           strstr(diagnostic->message, "incomplete type \"void\" is not allowed");
}

static struct sentence say_compile_error(const struct verdict *verdict)
{
    const struct diagnostic *told = NULL;
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        if (diagnostic->severity != DIAGNOSTIC_ERROR)
            continue;
        if (!told || is_consequence(told))
            told = diagnostic;
    }
    return told ? say_diagnostic(verdict->arena, told) : sentence_row(SENTENCE_COMPILE_ERROR);
}

static bool has_doubles(const struct exercise *exercise)
{
    for (size_t i = 0; exercise && i < exercise->parameter_count; i++)
        if (exercise->parameters[i].dtype == DTYPE_F64)
            return true;
    return false;
}

/* The line with most doubles, if they matter and no parameter is a double; 0: none. */
static int line_in_double(const struct observation *observation, const struct exercise *exercise)
{
    if (has_doubles(exercise) || !counter_total(observation, VGPU_COUNTER_DOUBLE_INSTRUCTIONS) ||
        !weakness_is_worth_naming(observation, VGPU_COUNTER_DOUBLE_INSTRUCTIONS))
        return 0;
    return counter_main_source("double_instructions", observation).line;
}

/* The possible gain after a pass: the first structural weakness that is worth naming. */
static struct sentence say_pass(const struct verdict *verdict, const struct exercise *exercise)
{
    struct arena *arena = verdict->arena;
    int double_line = line_in_double(verdict->observation, exercise);
    if (double_line) {
        bool is_asked = verdict->source && source_slip_has_word(verdict->source, "double");
        return sentence_fill(arena, is_asked ? SENTENCE_PASS_DOUBLE_ASKED : SENTENCE_PASS_DOUBLE,
                             FIELDS({"line", phrase_integer(arena, double_line)}));
    }
    bool is_plan = exercise && exercise->kind == EXERCISE_PLAN; /* and its kernels are given */
    struct weakness weakness = {0};
    if (!is_plan)
        weakness = weakness_find(verdict->observation, arena);
    if (weakness.text)
        return sentence_fill(arena, weakness.line ? SENTENCE_PASS_ROOM_LEFT_AT_LINE : SENTENCE_PASS_ROOM_LEFT,
                             FIELDS({"weakness", weakness.text}, {"line", phrase_integer(arena, weakness.line)}));
    return sentence_row(SENTENCE_PASS);
}

/* A grid of too many blocks can be right. The slip that makes it says more than their number. */
static struct sentence with_grid(const struct verdict *verdict, const struct explain_context *context,
                                 struct sentence sentence)
{
    const char *said = cause_remark_after_quotient(verdict, sentence.text);
    bool has_slip = said != sentence.text, is_pass = verdict->status == VERDICT_PASS;
    if (context->idle_blocks && said && !has_slip)
        said =
            phrase_joined(verdict->arena, is_pass ? said : context->idle_blocks, is_pass ? context->idle_blocks : said);
    sentence.text = said;
    return sentence;
}

static struct sentence say_gate(const struct verdict *verdict, const struct explain_context *context)
{
    struct sentence sentence = explain_gate(verdict, context->exercise, context->calls);
    struct sentence cause = cause_find_of_work(verdict);
    if (!cause.text)
        return with_grid(verdict, context, sentence);
    sentence.text = cause_with_fact(verdict, &cause, sentence.text);
    sentence.line = cause.line;
    return sentence;
}

/* Right in the canonical order, wrong in another that a GPU may take. */
static struct sentence say_order(const struct verdict *verdict, const struct explain_context *context)
{
    const char *name = phrase_case(verdict->arena, context->reordered_case);
    struct finding_view view = {
        .reported = context->reordered, .all = context->reordered, .source = verdict->source, .case_text = name};
    for (size_t i = 0; i < context->reordered->finding_count; i++)
        if (vgpu_finding_is_of_order(context->reordered->findings[i].kind))
            return finding_sentence(verdict->arena, &view);
    return sentence_fill(verdict->arena, SENTENCE_OTHER_ORDER,
                         FIELDS({"case", name}, {"order", _(vgpu_order_text(context->order))}));
}

static struct sentence say(const struct verdict *verdict, const struct explain_context *context)
{
    bool is_of_cases =
        verdict->status == VERDICT_WRONG || verdict->status == VERDICT_TIMEOUT || verdict->status == VERDICT_CRASH;
    if (context->reordered && is_of_cases)
        return say_order(verdict, context);
    if (context->repeated_case && is_of_cases)
        return sentence_fill(verdict->arena, SENTENCE_SECOND_RUN,
                             FIELDS({"case", phrase_case(verdict->arena, context->repeated_case)}));
    switch (verdict->status) {
    case VERDICT_UNSAFE:
        return say_unsafe(verdict, context);
    case VERDICT_WRONG:
        return explain_wrong(verdict, context);
    case VERDICT_GATE:
        return say_gate(verdict, context);
    case VERDICT_TIMEOUT:
        return *verdict->message ? (struct sentence){verdict->message, "", 0} : say_timeout(verdict, context);
    case VERDICT_CRASH:
        return say_crash(verdict, context);
    case VERDICT_COMPILE_ERROR:
        return say_compile_error(verdict);
    case VERDICT_PASS:
        return with_grid(verdict, context, say_pass(verdict, context->exercise));
    default:
        return (struct sentence){verdict->message, "", 0};
    }
}

/*
 * The lesson whose id contains the word. The exercise's own lesson comes first. A lesson that comes
 * after it in the course is not named: the learner has not read it.
 */
static const char *find_lesson(const struct explain_context *context, const char *word)
{
    const struct lesson *asked = context->exercise ? context->exercise->lesson : NULL, *own = asked;
    if (own && own->kind == LESSON_ASSESSMENT) /* it teaches nothing */
        own = NULL;
    if (own && own->id && (!*word || strstr(own->id, word)))
        return own->id;
    for (size_t i = 0; *word && context->curriculum && i < context->curriculum->lesson_count; i++) {
        const struct lesson *lesson = context->curriculum->lessons[i];
        if (lesson == asked)
            break;
        if (strstr(lesson->id, word))
            return lesson->id;
    }
    return own ? own->id : NULL;
}

void explain(struct verdict *verdict, const struct explain_context *context)
{
    struct sentence sentence = say(verdict, context);
    const struct gate_verdict *gate = verdict->status == VERDICT_GATE ? explain_gate_unmet(verdict) : NULL;
    struct arena *arena = verdict->arena;
    const char *text = sentence.text && *sentence.text ? sentence.text : verdict_status_name(verdict->status);
    verdict->message = arena_strdup(arena, phrase_ended(arena, text));
    verdict->line = gate && !sentence.line ? gate->line : sentence.line;
    if (gate && gate->lesson)
        verdict->read = gate->lesson;
    else if (verdict->status != VERDICT_PASS && verdict->status != VERDICT_COMPILE_ERROR)
        verdict->read = find_lesson(context, sentence.lesson ? sentence.lesson : "");
}
