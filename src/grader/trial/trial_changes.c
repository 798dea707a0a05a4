/* The changes of a trial: reads them, and applies them to the case and to the launch plan. */
#include <ctype.h>
#include <string.h>

#include "grader/trial/trial_changes.h"

#include "base/buffer.h"
#include "base/expression.h"
#include "grader/input.h"
#include "grader/value/scope.h"

enum { CHANGES_BYTES_MAX = 1024, BLOCK_THREADS_MAX = 1024, NAMES_MAX = JOB_VALUES_MAX, SIDES_MAX = 3 };

/* In a whole line, a smaller number less one can mean something else. */
enum { ONE_SIDE_LEAST = 2 };

/* --- the case --------------------------------------------------------------------------------- */

static const struct parameter *find_parameter(const struct exercise *exercise, const char *name)
{
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (!strcmp(exercise->parameters[i].name, name))
            return &exercise->parameters[i];
    return NULL;
}

static bool set_value(struct exercise_case *given, const char *name, const char *text, struct arena *arena,
                      struct error *error)
{
    struct expression_environment none = {0};
    struct expression *expression = expression_parse_text(arena, text, error);
    struct value value;
    if (!expression || !expression_evaluate(expression, &none, &value, error))
        return error_add_context(error, "%s", name);
    for (size_t i = 0; i < given->value_count; i++) {
        if (strcmp(given->values[i].name, name) != 0)
            continue;
        given->values[i].value = value;
        return true;
    }
    return false;
}

static void set_init(struct exercise_case *given, const char *name, const char *text)
{
    for (size_t i = 0; i < given->init_count; i++) {
        if (strcmp(given->inits[i].parameter, name) != 0)
            continue;
        given->inits[i].init = text;
        return;
    }
    given->inits[given->init_count].parameter = name;
    given->inits[given->init_count++].init = text;
}

static bool unknown_name(const struct exercise *exercise, const struct exercise_case *given, const char *name,
                         struct error *error)
{
    CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
    for (size_t i = 0; i < given->value_count; i++)
        buffer_printf(&names, "%s, ", given->values[i].name);
    for (size_t i = 0; i < exercise->parameter_count; i++)
        if (parameter_is_input(&exercise->parameters[i]))
            buffer_printf(&names, "%s, ", exercise->parameters[i].name);
    error_set(error, ERROR_NOT_FOUND, "'%s' is not a value that can change", name);
    return error_add_hint(error, "there are %sblock", buffer_text(&names));
}

static bool has_value(const struct exercise_case *given, const char *name)
{
    for (size_t i = 0; i < given->value_count; i++)
        if (!strcmp(given->values[i].name, name))
            return true;
    return false;
}

static bool apply(const struct exercise *exercise, const char *name, const char *text, struct arena *arena,
                  struct trial_changes *changes, struct error *error)
{
    const struct parameter *parameter = find_parameter(exercise, name);
    if (!strcmp(name, "block")) {
        struct expression_environment none = {0};
        struct expression *expression = expression_parse_text(arena, text, error);
        if (!expression || !expression_evaluate_integer(expression, &none, &changes->block, error))
            return false;
        return (changes->block > 0 && changes->block <= BLOCK_THREADS_MAX) ||
               error_set(error, ERROR_RANGE, "a block has 1 to %d threads", BLOCK_THREADS_MAX);
    }
    changes->any = true;
    if (has_value(&changes->given, name))
        return set_value(&changes->given, name, text, arena, error);
    if (!parameter || (parameter->role != PARAMETER_IN && parameter->role != PARAMETER_INOUT))
        return unknown_name(exercise, &changes->given, name, error);
    set_init(&changes->given, parameter->name, text);
    return true;
}

/* Returns one change and moves `*at` past it. */
static const char *next_change(const char **at, struct arena *arena)
{
    int depth = 0;
    *at += strspn(*at, " \t,");
    const char *start = *at;
    while (**at && (depth > 0 || !isspace((unsigned char)**at))) {
        depth += **at == '(' ? 1 : **at == ')' ? -1 : 0;
        (*at)++;
    }
    return *at > start ? arena_strndup(arena, start, (size_t)(*at - start)) : NULL;
}

/* Here and not by the worker, which has no languages. */
static bool check_inits(const struct exercise *exercise, const struct job_case *base, const struct exercise_case *given,
                        struct error *error)
{
    struct scope scope = {given->values, given->value_count, base->devices};
    struct expression_environment environment = scope_environment(&scope);
    uint64_t shape[SHAPE_RANK_MAX], count;
    if (!scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &count, error))
        return false;
    for (size_t i = 0; i < given->init_count; i++) {
        const struct case_init *init = &given->inits[i];
        const struct parameter *parameter = find_parameter(exercise, init->parameter);
        bool is_changed = i >= base->init_count || init->init != base->inits[i].init;
        if (!is_changed || !parameter)
            continue;
        if (!scope_shape(&scope, parameter, shape, &count, error) ||
            !input_usable(init->init, parameter->dtype, count, &environment, error))
            return error_add_context(error, "init of %s", init->parameter);
    }
    return true;
}

bool trial_read_changes(const struct exercise *exercise, const struct job_case *base, const char *text,
                        struct arena *arena, struct trial_changes *out_changes, struct error *error)
{
    struct trial_changes changes = {.given = {.value_count = base->value_count, .init_count = base->init_count}};
    const char *at = text ? text : "";
    if (strlen(at) > CHANGES_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "this is too long for a case");
    changes.given.values = ARENA_ARRAY(arena, base->value_count + 1, struct case_value);
    changes.given.inits = ARENA_ARRAY(arena, base->init_count + exercise->parameter_count + 1, struct case_init);
    if (base->value_count)
        memcpy(changes.given.values, base->values, base->value_count * sizeof *base->values);
    if (base->init_count)
        memcpy(changes.given.inits, base->inits, base->init_count * sizeof *base->inits);
    changes.given.devices = base->devices;
    for (const char *change = next_change(&at, arena); change; change = next_change(&at, arena)) {
        const char *equals = strchr(change, '=');
        if (!equals || equals == change || !equals[1])
            return error_set(error, ERROR_SYNTAX, "'%s' must have the form name=value", change);
        const char *name = arena_strndup(arena, change, (size_t)(equals - change));
        if (!apply(exercise, name, equals + 1, arena, &changes, error))
            return false;
    }
    *out_changes = changes;
    return check_inits(exercise, base, &changes.given, error);
}

/* --- the launch plan -------------------------------------------------------------------------- */

static const char *line_end(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    return newline ? newline : end;
}

static bool is_plan_line(const char *line, const char *end)
{
    while (line < end && isspace((unsigned char)*line))
        line++;
    return end - line > 3 && memcmp(line, "//!", 3) == 0;
}

struct words {
    const char *from, *to;
};

/* Whether a value goes on after the space at `at`: beside an operator or a comma. */
static bool goes_on(const char *from, const char *at, const char *end)
{
    const char *before = at, *after = at;
    while (before > from && isspace((unsigned char)before[-1]))
        before--;
    while (after < end && isspace((unsigned char)*after))
        after++;
    return (before > from && strchr(",+-*/%", before[-1])) || (after < end && strchr(",+-*/%", *after));
}

/* The part of `grid=` or `block=` at an index, x first. False: there is none. */
static bool find_side(const char *line, const char *end, const char *name, int index, struct words *out_side)
{
    const char *at = memmem(line, (size_t)(end - line), name, strlen(name));
    const char *from = at ? at + strlen(name) : end, *start = from;
    int depth = 0;
    for (at = from; at < end; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        bool is_end = *at == '}' || (isspace((unsigned char)*at) && depth == 0 && !goes_on(from, at, end));
        if (is_end || (*at == ',' && depth == 0 && index == 0))
            break;
        if (*at == ',' && depth == 0) {
            start = at + 1;
            index--;
        }
    }
    *out_side = (struct words){start, at};
    return index == 0 && at > start;
}

/* 0: the side is no plain number. */
static int64_t number_of(const struct words *side)
{
    int64_t number = 0;
    const char *at = side->from;
    while (at < side->to && isspace((unsigned char)*at))
        at++;
    for (; at < side->to && isdigit((unsigned char)*at) && number <= BLOCK_THREADS_MAX; at++)
        number = number * 10 + (*at - '0');
    return at == side->to && number <= BLOCK_THREADS_MAX ? number : 0;
}

/* The sides of a block that are written as numbers, x first. */
struct block_shape {
    int64_t sides[SIDES_MAX];
    int count; /* 0: none is plain */
};

static struct block_shape shape_in(const char *line, const char *end)
{
    struct block_shape shape = {0};
    struct words side;
    while (shape.count < SIDES_MAX && find_side(line, end, "block=", shape.count, &side)) {
        int64_t number = number_of(&side);
        if (number == 0)
            return (struct block_shape){0};
        shape.sides[shape.count++] = number;
    }
    return shape;
}

static int64_t threads_of(const struct block_shape *shape)
{
    int64_t threads = shape->count ? 1 : 0;
    for (int i = 0; i < shape->count; i++)
        threads *= shape->sides[i];
    return threads;
}

static bool is_same_shape(const struct block_shape *a, const struct block_shape *b)
{
    return a->count == b->count && memcmp(a->sides, b->sides, sizeof a->sides) == 0;
}

/* The first block of one side, else the first one. */
static struct block_shape plan_shape(const struct source *source)
{
    struct block_shape first = {0};
    const char *end = source->text + source->size_bytes;
    for (const char *line = source->text; line < end; line = line_end(line, end) + 1) {
        struct block_shape shape = {0};
        if (is_plan_line(line, line_end(line, end)))
            shape = shape_in(line, line_end(line, end));
        if (shape.count == 1)
            return shape;
        if (first.count == 0)
            first = shape;
    }
    return first;
}

int64_t trial_plan_block(const struct source *source)
{
    struct block_shape shape = plan_shape(source);
    return threads_of(&shape);
}

const char *trial_plan_line(const struct source *source, struct arena *arena)
{
    const char *end = source->text + source->size_bytes;
    for (const char *line = source->text; line < end; line = line_end(line, end) + 1) {
        const char *stop = line_end(line, end);
        const char *text = arena_strndup(arena, line, (size_t)(stop - line));
        const char *launch = is_plan_line(line, stop) ? strstr(text, "launch ") : NULL;
        if (launch)
            return launch;
    }
    return "";
}

/*
 * Replaces numbers of a plan: the old block size by the new one, and each less one likewise if it
 * is at least `least`.
 */
static void rewrite(const char *line, const char *end, int64_t old, int64_t block, int64_t least, struct buffer *out)
{
    while (line < end) {
        bool is_number = isdigit((unsigned char)*line);
        bool is_word = isalpha((unsigned char)*line) || *line == '_';
        const char *start = line;
        int64_t number = 0;
        do {
            number = is_number && number < INT32_MAX ? number * 10 + (*line - '0') : number;
            line++;
        } while (line < end &&
                 (isdigit((unsigned char)*line) || (is_word && (isalpha((unsigned char)*line) || *line == '_'))) &&
                 (is_number || is_word));
        if (is_number && (number == old || (number == old - 1 && number >= least)))
            buffer_printf(out, "%lld", (long long)(number == old ? block : block - 1));
        else
            buffer_append(out, start, (size_t)(line - start));
    }
}

/*
 * Of a block with several sides only the last one changes, and the same side of the grid. Other
 * numbers can mean another side.
 */
static void rewrite_sides(const char *line, const char *end, const struct block_shape *old, int64_t last,
                          struct buffer *out)
{
    struct block_shape shape = shape_in(line, end);
    struct words sides[2];
    int side = old->count - 1, count = 0;
    if (is_same_shape(&shape, old)) {
        count += find_side(line, end, "grid=", side, &sides[count]);
        count += find_side(line, end, "block=", side, &sides[count]);
    }
    if (count == 2 && sides[0].from > sides[1].from) {
        struct words grid = sides[0];
        sides[0] = sides[1];
        sides[1] = grid;
    }
    for (int i = 0; i < count; i++) {
        buffer_append(out, line, (size_t)(sides[i].from - line));
        rewrite(sides[i].from, sides[i].to, old->sides[side], last, 1, out);
        line = sides[i].to;
    }
    buffer_append(out, line, (size_t)(end - line));
}

/* False if `threads` are no whole number of rows of the block. */
static bool last_side(const struct block_shape *old, int64_t threads, int64_t *out_last, struct error *error)
{
    int64_t rest = 1;
    for (int i = 0; i + 1 < old->count; i++)
        rest *= old->sides[i];
    *out_last = rest > 0 ? threads / rest : 0;
    return (*out_last > 0 && *out_last * rest == threads) ||
           error_set(error, ERROR_RANGE, "this block changes in steps of %lld threads", (long long)rest);
}

bool trial_change_block(const struct source *source, int64_t block, struct arena *arena, struct source *out_source,
                        struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct block_shape old = plan_shape(source);
    int64_t last;
    const char *end = source->text + source->size_bytes;
    if (old.count == 0) {
        error_set(error, ERROR_UNSUPPORTED, "the launch line has no block=NUMBER to change");
        return error_add_hint(error, "change the plan in the file");
    }
    if (!last_side(&old, block, &last, error))
        return false;
    for (const char *line = source->text; line < end;) {
        const char *stop = line_end(line, end);
        if (!is_plan_line(line, stop))
            buffer_append(&text, line, (size_t)(stop - line));
        else if (old.count == 1)
            rewrite(line, stop, old.sides[0], block, ONE_SIDE_LEAST, &text);
        else
            rewrite_sides(line, stop, &old, last, &text);
        if (stop < end)
            buffer_append_char(&text, '\n');
        line = stop + 1;
    }
    *out_source = (struct source){.name = source->name,
                                  .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                                  .size_bytes = text.size_bytes};
    return true;
}
