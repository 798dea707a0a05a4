/* Judges answers to fills. */
#include "app/lab_fill.h"

#include <string.h>

#include "app/lab/lab_source.h"
#include "base/i18n.h"

/* A longer verdict is left out where the lesson has words of its own. */
enum { SHORT_VERDICT_BYTES = 60 };

/* A learner's text as the parts of an answer, with the names of the blanks. */
struct filled {
    struct named_text items[LAB_BLANKS_MAX];
    struct named_texts texts;
};

static bool fill(const struct lab *lab, const char *text, struct arena *arena, struct filled *filled)
{
    const struct named_texts *answers = lab_answers(lab);
    const char *parts[LAB_BLANKS_MAX];
    size_t count = lab_split_answer(lab, text, arena, parts);
    if (count != answers->count)
        return false;
    for (size_t i = 0; i < count; i++) {
        filled->items[i] = (struct named_text){answers->items[i].name, parts[i]};
        if (!lab_blank_is_usable(parts[i], lab->replaced.count > 0))
            return false;
    }
    filled->texts = (struct named_texts){filled->items, count};
    return true;
}

static struct source source_of(const struct lab *lab, const struct named_texts *texts, struct arena *arena)
{
    bool is_line = lab->replaced.count > 0;
    struct lab_changes changes = {
        .with = &lab->with, .blanks = is_line ? NULL : texts, .replaced = is_line ? texts : NULL};
    return lab_source(&lab->kernel, &changes, arena);
}

/* The first part of a text that no answer may have; NULL: another mistake. */
static const char *refused_part(const struct lab *lab, const char *text)
{
    static const char *const parts[] = {"//", "/*", "{", "}", "#", "\"", "\\", ";", "++", "--", "="};
    enum { IN_LINES = 7 }; /* a line may have the others */
    size_t count = lab->replaced.count ? IN_LINES : sizeof parts / sizeof parts[0];
    for (size_t i = 0; i < count; i++)
        if (strstr(text, parts[i]))
            return parts[i];
    return NULL;
}

static const char *refusal(const struct lab *lab, const char *text, struct arena *arena)
{
    const char *parts[LAB_BLANKS_MAX];
    size_t blanks = lab_answers(lab)->count;
    if (lab_split_answer(lab, text, arena, parts) != blanks)
        return arena_printf(arena, _("answer the %zu blanks, with ; between them"), blanks);
    for (size_t i = 0; i < blanks; i++)
        if (!lab_brackets_match(parts[i]))
            return _("check the brackets: each ( and [ needs its partner");
    const char *part = refused_part(lab, text);
    if (!part)
        return lab->replaced.count ? _("write one line") : _("write one expression");
    return arena_printf(
        arena, lab->replaced.count ? _("write one line, without %s") : _("write one expression, without %s"), part);
}

bool lab_fill_source(const struct lab *lab, const char *text, struct arena *arena, struct source *out_source,
                     struct error *error)
{
    struct filled filled;
    if (!fill(lab, text, arena, &filled))
        return error_set(error, ERROR_SYNTAX, "%s", refusal(lab, text, arena));
    *out_source = source_of(lab, &filled.texts, arena);
    return true;
}

const char *lab_fill_solution(const struct lab *lab, struct arena *arena)
{
    const struct named_texts *answers = lab_answers(lab);
    const char *text = answers->items[0].text;
    for (size_t i = 1; i < answers->count; i++)
        text = arena_printf(arena, "%s; %s", text, answers->items[i].text);
    return text;
}

/* --- words ------------------------------------------------------------------------------------ */

static bool same_spelling(const char *left, const char *right)
{
    for (;; left++, right++) {
        left += strspn(left, " ");
        right += strspn(right, " ");
        if (*left != *right)
            return false;
        if (!*left)
            return true;
    }
}

/* The lesson's words for these parts; NULL: it has none. */
static const char *known_words(const struct lab *lab, const struct named_texts *texts)
{
    for (size_t i = 0; i < lab->wrong_count; i++) {
        const struct named_texts *wrong = &lab->wrong[i].blanks;
        size_t same = 0;
        for (size_t k = 0; k < texts->count; k++)
            for (size_t j = 0; j < wrong->count; j++)
                same += strcmp(wrong->items[j].name, texts->items[k].name) == 0 &&
                        same_spelling(wrong->items[j].text, texts->items[k].text);
        if (same == texts->count)
            return lab->wrong[i].say;
    }
    return NULL;
}

/* --- judging ---------------------------------------------------------------------------------- */

struct fill_run {
    struct lab_run run;
    const struct exercise_case *cases[LAB_CASES_MAX];
    struct lab_results accepted; /* the quantities of `accept` on the small case */
};

static void begin_run(const struct lab_computing *computing, const struct lab *lab, struct arena *arena,
                      struct fill_run *run)
{
    *run = (struct fill_run){.accepted = {.lab = lab, .point_count = 1}};
    run->cases[0] = lab->given;
    size_t count = 1;
    for (size_t i = 0; i < lab->case_count && count < LAB_CASES_MAX; i++)
        run->cases[count++] = &lab->cases[i];
    if (lab->accept)
        run->accepted.quantity_count =
            lab_quantities_in(expression_text(lab->accept), run->accepted.quantities, 0, arena);
    run->run = (struct lab_run){.curriculum = computing->app->curriculum,
                                .exercise = lab->kernel.exercise,
                                .cases = run->cases,
                                .case_count = count,
                                .quantities = run->accepted.quantities,
                                .quantity_count = run->accepted.quantity_count,
                                .is_patient = computing->for_author,
                                .cancelled = computing->cancelled,
                                .context = computing->context};
}

/* The values that the demand reads: "passes per load is 8". */
static const char *refused_values(const struct lab *lab, const struct lab_results *accepted, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (size_t i = 0; i < accepted->quantity_count; i++) {
        const char *name = accepted->quantities[i];
        buffer_append_text(&text, i ? ", " : "");
        buffer_printf(&text, _("%s is %s"), lab_heading(name, arena),
                      lab_format(name, accepted->points[0].values[i], arena));
    }
    return arena_printf(arena, _("The result is right, but `%s` is false: %s."), expression_text(lab->accept),
                        buffer_text(&text));
}

static bool check_accepted(const struct lab *lab, struct fill_run *run, const struct lab_result *small,
                           struct arena *arena, struct lab_answer *answer, struct error *error)
{
    double value;
    struct lab_point *point = &run->accepted.points[0];
    if (!lab->accept)
        return true;
    memcpy(point->values, small->values, sizeof small->values);
    point->is_known = true;
    if (!lab_evaluate(&run->accepted, lab->accept, &value, error))
        return false;
    answer->is_right = value != 0;
    if (!answer->is_right)
        answer->verdict = refused_values(lab, &run->accepted, arena);
    return true;
}

static bool judge_results(const struct lab *lab, struct fill_run *run, const struct lab_result *results,
                          struct arena *arena, struct lab_answer *answer, struct error *error)
{
    for (size_t i = 0; i < run->run.case_count; i++) {
        if (results[i].right)
            continue;
        answer->verdict = results[i].why;
        answer->failing_case = i ? run->cases[i]->name : NULL;
        return true;
    }
    answer->is_right = true;
    return check_accepted(lab, run, &results[0], arena, answer, error);
}

bool lab_fill_judge(const struct lab_computing *computing, const struct lab *lab, const char *text, struct arena *arena,
                    struct lab_answer *out_answer, struct error *error)
{
    struct filled filled;
    struct fill_run run;
    struct lab_result results[LAB_CASES_MAX];
    struct error failure = {0};
    *out_answer = (struct lab_answer){.text = arena_strdup(arena, text)};
    if (!fill(lab, text, arena, &filled)) {
        out_answer->refused = refusal(lab, text, arena);
        return true;
    }
    struct source source = source_of(lab, &filled.texts, arena);
    struct source reference = source_of(lab, lab_answers(lab), arena);
    begin_run(computing, lab, arena, &run);
    run.run.source = &source;
    run.run.reference = &reference;
    if (lab_run(computing->grader, &run.run, arena, results, &failure)) {
        if (!judge_results(lab, &run, results, arena, out_answer, error))
            return false;
    } else if (failure.code == ERROR_SYNTAX) {
        out_answer->verdict = arena_printf(arena, _("It does not compile: %s"), failure.message);
    } else {
        *error = failure;
        return false;
    }
    if (out_answer->is_right)
        return true;
    out_answer->say = known_words(lab, &filled.texts);
    if (out_answer->say && strlen(out_answer->verdict) > SHORT_VERDICT_BYTES)
        out_answer->verdict = NULL;
    return true;
}

/* --- rounds ----------------------------------------------------------------------------------- */

static bool has_title(const char *line, const char *title)
{
    size_t length = strlen(title);
    return strncmp(line, title, length) == 0 && line[length] == ' ';
}

/*
 * "half = 4 4 5 6 7 4 5 6 7": a title, then the elements. A round with two barriers has two lines.
 * The first is left out if nothing changed before it.
 */
static void take_round(const char *line, const char *next, size_t elements, struct arena *arena,
                       struct lab_rounds *rounds)
{
    size_t round = rounds->count;
    const char *at = line + strlen(line);
    for (size_t i = elements; i-- > 0;) {
        while (at > line && at[-1] != ' ')
            at--;
        rounds->values[round][i] = arena_strndup(arena, at, strcspn(at, " \n"));
        at -= at > line;
    }
    rounds->titles[round] = arena_strndup(arena, line, (size_t)(at - line));
    bool is_changed = round == 0;
    for (size_t i = 0; i < elements; i++) {
        rounds->is_new[round][i] = round == 0 || strcmp(rounds->values[round][i], rounds->values[round - 1][i]) != 0;
        is_changed = is_changed || rounds->is_new[round][i];
    }
    if (is_changed || !has_title(next, rounds->titles[round]))
        rounds->count++;
}

/* The least extent of the small case's buffers: a case for the head has few. */
static size_t traced_elements(const struct lab *lab)
{
    size_t elements = LAB_TRACED_MAX;
    for (size_t i = 0; i < lab->given->value_count; i++)
        if (lab->given->values[i].value.integer >= 1 && (size_t)lab->given->values[i].value.integer < elements)
            elements = (size_t)lab->given->values[i].value.integer;
    return elements;
}

bool lab_fill_rounds(const struct lab_computing *computing, const struct lab *lab, const char *text,
                     struct arena *arena, struct lab_rounds *out_rounds, struct error *error)
{
    struct filled filled;
    struct fill_run run;
    struct lab_result result;
    *out_rounds = (struct lab_rounds){0};
    if (!lab->trace || !fill(lab, text, arena, &filled))
        return true;
    size_t elements = traced_elements(lab);
    struct source source = source_of(lab, &filled.texts, arena);
    struct source traced = lab_source_traced(&source, lab->trace, elements, arena);
    begin_run(computing, lab, arena, &run);
    run.run.source = &traced;
    run.run.case_count = 1;
    run.run.quantity_count = 0;
    if (!lab_run(computing->grader, &run.run, arena, &result, error))
        return false;
    out_rounds->elements = elements;
    for (size_t i = 0; i < result.printed_count && out_rounds->count < LAB_ROUNDS_MAX; i++)
        take_round(result.printed[i], i + 1 < result.printed_count ? result.printed[i + 1] : "", elements, arena,
                   out_rounds);
    return true;
}
