/* Values of results: expressions, guesses, and texts with values in them. */
#include <math.h>
#include <string.h>

#include "app/lab.h"
#include "app/prediction.h"
#include "base/i18n.h"
#include "base/text.h"

/* --- expressions ------------------------------------------------------------------------------ */

bool lab_value(const struct lab_results *results, size_t point, const char *quantity, double *out_value)
{
    if (point >= results->point_count || !results->points[point].is_known)
        return false;
    for (size_t i = 0; i < results->quantity_count; i++) {
        if (strcmp(results->quantities[i], quantity) != 0)
            continue;
        *out_value = results->points[point].values[i];
        return !isnan(*out_value);
    }
    return false;
}

/* As lab_value(), and the shipped solution's value where the learner's is not known yet. */
static bool value_or_shipped(const struct lab_results *results, size_t point, const char *quantity, double *out_value)
{
    if (lab_value(results, point, quantity, out_value) || point >= results->point_count)
        return point < results->point_count;
    for (size_t i = 0; results->points[point].has_shipped && i < results->quantity_count; i++) {
        if (strcmp(results->quantities[i], quantity) != 0)
            continue;
        *out_value = results->points[point].shipped[i];
        return true;
    }
    return false;
}

/* The point of `time(3)`: row 3, or the value 3 of the range. */
static bool find_point(const struct lab_results *results, double number, size_t *out_point)
{
    const struct lab *lab = results->lab;
    if (lab->kind == STEP_COMPARE) {
        *out_point = number >= 1 ? (size_t)number - 1 : SIZE_MAX;
        return *out_point < results->point_count;
    }
    for (size_t i = 0; i < lab->range.count; i++)
        if (lab->range.values[i].real == number) {
            *out_point = i;
            return true;
        }
    return false;
}

static bool lookup(void *context, const char *name, struct value *out_value)
{
    const struct lab_results *results = context;
    out_value->is_real = true;
    return results->base >= 0 && value_or_shipped(results, (size_t)results->base, name, &out_value->real);
}

static bool call(void *context, const char *name, const char *const *arguments, int count, struct value *out_value)
{
    const struct lab_results *results = context;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct expression_environment none = {0};
    struct expression *number = count == 1 ? expression_parse_text(arena, arguments[0], NULL) : NULL;
    struct value value;
    size_t point;
    out_value->is_real = true;
    return number && expression_evaluate(number, &none, &value, NULL) && find_point(results, value.real, &point) &&
           value_or_shipped(results, point, name, &out_value->real);
}

bool lab_evaluate(const struct lab_results *results, const struct expression *expression, double *out_value,
                  struct error *error)
{
    struct expression_environment environment = {.lookup = lookup, .call = call, .context = (void *)results};
    struct value value;
    if (!expression_evaluate(expression, &environment, &value, error))
        return false;
    *out_value = value.is_real ? value.real : (double)value.integer;
    return true;
}

bool lab_evaluate_text(const struct lab_results *results, const char *text, double *out_value, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct expression *expression = expression_parse_text(arena, text, error);
    return expression && lab_evaluate(results, expression, out_value, error);
}

/* --- texts ------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *heading, *unit;
} quantities[] = {
#define QUANTITY(name, heading, unit) {name, heading, unit},
#include "app/lab_quantities.def"
};

enum { QUANTITY_COUNT = sizeof quantities / sizeof *quantities };

const char *lab_heading(const char *quantity, struct arena *arena)
{
    for (size_t i = 0; i < QUANTITY_COUNT; i++)
        if (strcmp(quantities[i].name, quantity) == 0)
            return _(quantities[i].heading);
    char *words = arena_strdup(arena, quantity);
    for (char *at = words; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return words;
}

/* Three significant digits, without an exponent. */
static const char *three_digits(double value, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    double size = fabs(value);
    if (size < 1e15 && (size == floor(size) || size >= 100))
        text_append_grouped(&text, (int64_t)round(value));
    else
        buffer_printf(&text, "%.*f", size >= 100 ? 0 : size >= 10 ? 1 : 2, value);
    return arena_strdup(arena, buffer_text(&text));
}

static const char *bytes_text(double value, struct arena *arena)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    size_t unit = 0;
    for (; fabs(value) >= 1000 && unit < 4; unit++)
        value /= 1000;
    return arena_printf(arena, "%s %s", three_digits(value, arena), units[unit]);
}

const char *lab_format(const char *quantity, double value, struct arena *arena)
{
    const char *unit = "";
    for (size_t i = 0; i < QUANTITY_COUNT; i++)
        if (strcmp(quantities[i].name, quantity) == 0)
            unit = quantities[i].unit;
    if (strcmp(unit, "B") == 0)
        return bytes_text(value, arena);
    if (strcmp(unit, "x") == 0)
        return arena_printf(arena, "%.1fx", value);
    if (strcmp(unit, "us") == 0)
        return arena_printf(arena, "%s %ss", three_digits(value, arena), text_micro());
    return three_digits(value, arena);
}

/* The name of a quantity alone, "" for any other expression. */
static const char *sole_quantity(const char *text, struct arena *arena)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    bool is_alone = !text[length] || (text[length] == '(' && text[strlen(text) - 1] == ')' &&
                                      !strpbrk(text + length + 1, "(+-*/%<>=&|?"));
    return is_alone && length ? arena_strndup(arena, text, length) : "";
}

/* "ID.name": the results of another step. */
static bool find_results(const struct app *app, const struct lab_results *own, const char **text, struct arena *arena,
                         struct lab_results *other, const struct lab_results **out_results)
{
    const char *dot = strchr(*text, '.');
    const struct lab *lab =
        dot ? curriculum_find_lab(app->curriculum, arena_strndup(arena, *text, (size_t)(dot - *text))) : NULL;
    *out_results = own;
    if (!lab)
        return own != NULL;
    /* the id stands before each quantity, so it is taken away everywhere */
    const char *before = arena_printf(arena, "%s.", lab->id);
    CLEANUP(buffer_done) struct buffer rest = BUFFER_INIT;
    for (const char *at = *text; *at;) {
        bool is_id = text_begins(at, before);
        if (!is_id)
            buffer_append_char(&rest, *at);
        at += is_id ? strlen(before) : 1;
    }
    *text = arena_strdup(arena, buffer_text(&rest));
    if (own && own->lab == lab)
        return true;
    lab_results_load(app, lab, arena, other);
    *out_results = other;
    return true;
}

static bool expand_one(const struct app *app, const struct lab_results *results, const char *inside,
                       struct arena *arena, struct buffer *out, struct error *error)
{
    struct lab_results other;
    const struct lab_results *used;
    double value;
    if (!find_results(app, results, &inside, arena, &other, &used))
        return error_set(error, ERROR_NOT_FOUND, "{{%s}} names no step", inside);
    if (!lab_evaluate_text(used, inside, &value, error))
        return error_add_context(error, "{{%s}}", inside);
    buffer_append_text(out, lab_format(sole_quantity(inside, arena), value, arena));
    return true;
}

const char *lab_expand(const struct app *app, const struct lab_results *results, const char *text, struct arena *arena,
                       struct error *error)
{
    CLEANUP(buffer_done) struct buffer out = BUFFER_INIT;
    const char *open = strstr(text, "{{");
    if (!open)
        return text;
    for (; open; open = strstr(text, "{{")) {
        const char *close = strstr(open, "}}");
        if (!close)
            break;
        buffer_append(&out, text, (size_t)(open - text));
        const char *inside = arena_strndup(arena, open + 2, (size_t)(close - open - 2));
        if (!expand_one(app, results, inside, arena, &out, error))
            buffer_append_char(&out, '?');
        text = close + 2;
    }
    buffer_append_text(&out, text);
    return arena_strdup(arena, buffer_text(&out));
}

/* --- guesses ---------------------------------------------------------------------------------- */

static bool guess_choice(const struct lab *lab, const char *guess, bool *out_right, struct error *error)
{
    double number;
    for (size_t i = 0; i < lab->choices.count; i++)
        if (strcmp(lab->choices.items[i], guess) == 0) {
            *out_right = (int)i == lab->answer_choice;
            return true;
        }
    if (!predict_parse(guess, &number) || number < 1 || number > (double)lab->choices.count)
        return error_set(error, ERROR_SYNTAX, _("answer with a number from 1 to %zu"), lab->choices.count);
    *out_right = (int)number - 1 == lab->answer_choice;
    return true;
}

bool lab_guess(const struct lab_results *results, const char *guess, bool *out_right, struct error *error)
{
    const struct lab *lab = results->lab;
    double number, value;
    if (lab->choices.count)
        return guess_choice(lab, guess, out_right, error);
    if (!predict_parse(guess, &number))
        return error_set(error, ERROR_SYNTAX, _("'%s' is not a number"), guess);
    if (!lab_evaluate(results, lab->answer_number, &value, error))
        return false;
    double within = lab->within > 1e-9 ? lab->within : 1e-9;
    *out_right = fabs(number - value) <= within * fabs(value);
    return true;
}

bool lab_waits_for_mine(const struct lab_results *results)
{
    struct lab_results without = *results;
    const struct expression *answer = results->lab->answer_number;
    double value;
    for (size_t i = 0; i < without.point_count; i++) /* a note says why a kernel does not run */
        without.points[i].has_shipped = without.points[i].has_shipped && without.points[i].note;
    return answer && lab_evaluate(results, answer, &value, NULL) && !lab_evaluate(&without, answer, &value, NULL);
}

const char *lab_right_answer(const struct lab_results *results, struct arena *arena)
{
    const struct lab *lab = results->lab;
    double value;
    if (lab->choices.count)
        return lab->choices.items[lab->answer_choice];
    if (!lab_evaluate(results, lab->answer_number, &value, NULL))
        return "?";
    return lab_format(sole_quantity(lab->answer, arena), value, arena);
}

static const char *nearest_lab(const struct app *app, const char *id, struct arena *arena)
{
    const struct curriculum *curriculum = app->curriculum;
    size_t most = 0, count = 0;
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        most += curriculum->lessons[i]->step_count;
    const char **ids = ARENA_ARRAY(arena, most + 1, const char *);
    for (size_t i = 0; i < curriculum->lesson_count; i++)
        for (size_t k = 0; k < curriculum->lessons[i]->step_count; k++)
            if (step_is_lab(&curriculum->lessons[i]->steps[k]))
                ids[count++] = curriculum->lessons[i]->steps[k].lab->id;
    return diagnostics_nearest(id, ids, count);
}

const struct lab *lab_find(const struct app *app, const char *id, struct error *error)
{
    const struct lab *lab = curriculum_find_lab(app->curriculum, id);
    if (lab)
        return lab;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *nearest = nearest_lab(app, id, arena);
    error_set(error, ERROR_NOT_FOUND, "there is no step '%s'", id);
    if (nearest)
        error_add_hint(error, "did you mean '%s'?", nearest);
    else
        error_add_hint(error, "`warpschool show LESSON` names the steps with a blank");
    return NULL;
}
