/* Judges the gates of an exercise on the counters of its gate case. */
#include "grader/grade/gates.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"
#include "grader/prepare/grading.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"
#include "grader/value/template.h"

/*
 * A whole ratio keeps one decimal, "1.0". A count has none, and groups of digits. Large numbers
 * have words.
 */
static void format_value(double value, bool is_count, char *out_text, size_t capacity_bytes)
{
    bool is_large = fabs(value) >= 1e6, is_whole = value == floor(value) && !is_large;
    if (fabs(value) >= 1e9)
        snprintf(out_text, capacity_bytes, _("%.4g billion"), value / 1e9);
    else if (is_large)
        snprintf(out_text, capacity_bytes, _("%.4g million"), value / 1e6);
    else
        snprintf(out_text, capacity_bytes, is_whole && value > 0 ? "%.1f" : "%.3g", value);
    if (is_whole && (is_count || fabs(value) >= 100)) {
        CLEANUP(buffer_done) struct buffer grouped = BUFFER_INIT;
        text_append_grouped(&grouped, (int64_t)value);
        snprintf(out_text, capacity_bytes, "%s", buffer_text(&grouped));
    }
    if (!is_whole && !is_large && value >= 100)
        text_format_factor(value, out_text);
}

/* Some gates allow more than the minimum. Beyond this, accesses are not called coalesced. */
#define COALESCED_MOST 1.5

/* week03/star_reduce.cu -> star_reduce. A file such as repair_a_given.cu is the learner's start. */
static const char *other_of(const struct gate *gate, struct arena *arena)
{
    const char *leaf = gate->to ? path_leaf(gate->to) : "";
    return strstr(leaf, "_given.") ? _("the kernel as given")
                                   : arena_printf(arena, "%.*s", (int)strcspn(leaf, "."), leaf);
}

/*
 * "Loads are coalesced (1.0x the minimum)", or "Line 10 stores 8.0x as many sectors as needed
 * (limit 1.1x)".
 */
static const char *gate_message(const struct gate_verdict *gate, struct arena *arena)
{
    char value[32], number[32], limit[64];
    bool is_count = gate->value == floor(gate->value) && gate->limit == floor(gate->limit);
    struct counter_words words = counter_words(gate->counter);
    bool is_plain = !strcmp(words.met, words.unmet), at_line = gate->line && !gate->met && gate->is_max;
    bool knows_line = at_line && *words.unmet_at_line;
    bool is_good = gate->met && gate->is_max && (!*words.unmet_at_line || gate->value < COALESCED_MOST);
    const char *text = is_good ? words.met : knows_line ? words.unmet_at_line : words.unmet;
    bool is_factor = strstr(text, "{value}x") != NULL;
    struct buffer said CLEANUP(buffer_done) = BUFFER_INIT;
    format_value(gate->value, is_count, value, sizeof value);
    if (gate->gate->to && gate->value >= 0.995 && gate->value < 9.995) /* "1x" would look exact */
        snprintf(value, sizeof value, "%.2f", gate->value);
    format_value(gate->limit, is_count, number, sizeof number);
    snprintf(limit, sizeof limit, is_factor ? _("%sx") : "%s", number);
    template_expand(_(text),
                    FIELDS({"plain", _(words.plain)}, {"value", value}, {"line", phrase_integer(arena, gate->line)},
                           {"other", other_of(gate->gate, arena)}),
                    &said);
    if (!gate->is_max)
        buffer_printf(&said, _(" (at least %s)"), limit);
    else if (!is_good || is_plain)
        buffer_printf(&said, _(" (limit %s)"), limit);
    if (at_line && !knows_line)
        buffer_printf(&said, _(", most at line %d"), gate->line);
    return phrase_capitalised(arena, buffer_text(&said));
}

static struct gate_verdict judge_one(const struct gate *gate, bool is_max, double value,
                                     const struct observation *observation, struct arena *arena)
{
    struct counter_source source = counter_main_source(gate->counter, observation);
    struct gate_verdict verdict = {.gate = gate,
                                   .counter = gate->counter,
                                   .value = value,
                                   .limit = is_max ? gate->max : gate->min,
                                   .is_max = is_max,
                                   .met = is_max ? value <= gate->max : value >= gate->min,
                                   .line = source.line,
                                   .line_share = source.share,
                                   .lesson = gate->lesson};
    verdict.message = gate_message(&verdict, arena);
    return verdict;
}

/* The value of a counter in a case. */
static bool evaluate(const struct gates_case *given, const char *counter, double *out_value, struct error *error)
{
    return counter_evaluate(counter, given->observation, given->facts, out_value, error) ||
           error_add_context(error, "gate of %s", given->exercise->id);
}

bool gates_judge(const struct gates_case *given, struct arena *arena, struct gate_verdict **out_gates,
                 size_t *out_count, struct error *error)
{
    const struct exercise *exercise = given->exercise;
    struct gate_verdict *gates = ARENA_ARRAY(arena, 2 * exercise->gate_count, struct gate_verdict);
    size_t count = 0;
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const struct gate *gate = &exercise->gates[i];
        double value;
        if (counter_is_timed(gate->counter))
            continue;
        if (!evaluate(given, gate->counter, &value, error))
            return false;
        if (gate->has_max)
            gates[count++] = judge_one(gate, true, value, given->observation, arena);
        if (gate->has_min)
            gates[count++] = judge_one(gate, false, value, given->observation, arena);
    }
    *out_gates = gates;
    *out_count = count;
    return true;
}

bool gates_are_timed(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (counter_is_timed(exercise->gates[i].counter))
            return true;
    return false;
}

/* False: not known. */
static bool timed_value(const struct timed_facts *facts, const char *counter, size_t gate, double *out_value)
{
    const struct time_result *time = facts->learner;
    if (!strcmp(counter, GATE_CONFIGURATIONS)) {
        *out_value = facts->configurations;
        return facts->configurations > 0;
    }
    if (!time)
        return false;
    if (time_result_counter(time, counter, out_value))
        return true;
    *out_value = facts->others_ns[gate] > 0 ? time->learner_ns.median / facts->others_ns[gate] : 0;
    return facts->others_ns[gate] > 0;
}

static struct gate_verdict not_timed(const struct gate *gate, bool is_max, const struct timed_facts *facts,
                                     struct arena *arena)
{
    const char *why = facts->why_not ? facts->why_not : sentence_row(SENTENCE_GATE_OTHER_TIME).text;
    return (struct gate_verdict){
        .gate = gate,
        .counter = gate->counter,
        .limit = is_max ? gate->max : gate->min,
        .is_max = is_max,
        .is_unknown = true,
        .lesson = gate->lesson,
        .message = facts->excess
                       ? facts->excess
                       : sentence_text(arena, SENTENCE_GATE_NOT_TIMED,
                                       FIELDS({"plain", _(counter_words(gate->counter).plain)}, {"why", why}))};
}

void gates_judge_timed(const struct exercise *exercise, const struct timed_facts *facts,
                       const struct observation *observation, struct arena *arena, struct gate_verdict **gates,
                       size_t *count)
{
    struct gate_verdict *all = ARENA_ARRAY(arena, *count + 2 * exercise->gate_count + 1, struct gate_verdict);
    if (*count)
        memcpy(all, *gates, *count * sizeof *all);
    for (size_t i = 0; i < exercise->gate_count; i++) {
        const struct gate *gate = &exercise->gates[i];
        double value;
        if (!counter_is_timed(gate->counter))
            continue;
        bool is_known = timed_value(facts, gate->counter, i, &value);
        for (int is_max = 0; is_max < 2; is_max++)
            if (is_max ? gate->has_max : gate->has_min)
                all[(*count)++] = is_known ? judge_one(gate, is_max, value, observation, arena)
                                           : not_timed(gate, is_max, facts, arena);
    }
    *gates = all;
}

/*
 * At a smaller size what is moved once weighs more, such as the sums of each block. A plan that has
 * the structure at one size alone misses the limit by far more than this.
 */
static bool is_close(const struct gate_verdict *gate)
{
    const double most_times = 1.2;
    return gate->is_max ? gate->value <= most_times * gate->limit : most_times * gate->value >= gate->limit;
}

bool gates_judge_again(const struct gates_case *given, struct arena *arena, struct gate_verdict *gates, size_t count,
                       struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        double value;
        if (!gates[i].met || !counter_is_ratio(gates[i].counter))
            continue;
        if (!evaluate(given, gates[i].counter, &value, error))
            return false;
        struct gate_verdict again = judge_one(gates[i].gate, gates[i].is_max, value, given->observation, arena);
        if (again.met || is_close(&again))
            continue;
        again.case_name = arena_strdup(arena, given->name);
        again.message = sentence_text(arena, SENTENCE_GATE_IN_CASE,
                                      FIELDS({"message", again.message}, {"case", phrase_case(arena, given->name)}));
        gates[i] = again;
    }
    return true;
}

void gates_add_excess(const struct gates_excess *excess, struct arena *arena, struct gate_verdict **gates,
                      size_t *count)
{
    struct gate_verdict *all = ARENA_ARRAY(arena, *count + 1, struct gate_verdict);
    if (*count)
        memcpy(all + 1, *gates, *count * sizeof *all);
    all[0] = (struct gate_verdict){.counter = VERDICT_EXCESS,
                                   .case_name = excess->case_name,
                                   .value = excess->times,
                                   .limit = excess->most,
                                   .is_max = true,
                                   .is_cut = excess->is_cut,
                                   .line = excess->source.line,
                                   .line_share = excess->source.share};
    all[0].message = sentence_text(arena, SENTENCE_GATE_EXCESS_COUNT,
                                   FIELDS({"times", phrase_factor(arena, excess->times)},
                                          {"case", phrase_case(arena, excess->case_name)},
                                          {"most", phrase_factor(arena, excess->most)}));
    *gates = all;
    ++*count;
}

bool gates_ask_for_shared_loads(const struct gate *gate)
{
    return gate->has_min && !strcmp(gate->counter, "shared_load_requests");
}

void gates_refuse_vain_loads(struct arena *arena, struct gate_verdict *gates, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (gates[i].is_max || !gates_ask_for_shared_loads(gates[i].gate))
            continue;
        gates[i].met = false;
        gates[i].is_vain = true;
        gates[i].message = sentence_text(arena, SENTENCE_GATE_VAIN, NULL, 0);
    }
}
