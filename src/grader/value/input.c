/* Inputs: parses an `init` and makes elements from it. */
#include "grader/input.h"

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/hash.h"
#include "base/jobs.h"
#include "base/random.h"
#include "grader/value/input_functions.h"
#include "grader/value/number.h"

struct distribution_row {
    const char *name;
    int least_arguments, most_arguments;
    input_function element;
    const char *help;
};

static const struct distribution_row rows[DISTRIBUTION_COUNT] = {
#define DISTRIBUTION(id, name, least, most, function, help) [DISTRIBUTION_##id] = {name, least, most, function, help},
#include "grader/distributions.def"
#undef DISTRIBUTION
};

enum { INIT_BYTES_MAX = 512 };

const char *input_distribution_name(enum distribution distribution)
{
    return rows[distribution].name;
}

/* The init of a parameter that gives none. */
static const char *input_default(enum dtype dtype)
{
    static const char *const by_kind[] = {
        [DTYPE_KIND_FLOAT] = "uniform(-1, 1)",
        [DTYPE_KIND_SIGNED] = "integers(-100, 100)",
        [DTYPE_KIND_UNSIGNED] = "integers(0, 100)",
        [DTYPE_KIND_BOOL] = "bernoulli(0.5)",
    };
    return by_kind[dtype_kind(dtype)];
}

uint64_t input_key(uint64_t seed, const char *parameter, size_t case_number)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_append(&text, &seed, sizeof seed);
    uint64_t number = case_number;
    buffer_append(&text, &number, sizeof number);
    buffer_append_text(&text, parameter);
    return hash_64(text.data, text.size_bytes);
}

static bool find_distribution(const char *name, size_t length, enum distribution *out_distribution)
{
    for (int i = 0; i < DISTRIBUTION_COUNT; i++) {
        if (strlen(rows[i].name) == length && !memcmp(rows[i].name, name, length)) {
            *out_distribution = (enum distribution)i;
            return true;
        }
    }
    return false;
}

static bool unknown_distribution(const char *name, size_t length, struct error *error)
{
    struct buffer known CLEANUP(buffer_done) = BUFFER_INIT;
    for (int i = 0; i < DISTRIBUTION_COUNT; i++)
        buffer_printf(&known, "%s%s", i ? ", " : "", rows[i].name);
    error_set(error, ERROR_NOT_FOUND, "there is no init '%.*s'", (int)length, name);
    return error_add_hint(error, "known are %s", buffer_text(&known));
}

/* Appends an argument. */
static bool evaluate(const char *text, size_t length, const struct expression_environment *environment,
                     struct input_recipe *recipe, struct error *error)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    for (; length && isspace((unsigned char)*text); text++)
        length--;
    struct expression *expression = expression_parse_text(arena, arena_strndup(arena, text, length), error);
    struct value value;
    if (!expression || !expression_evaluate(expression, environment, &value, error))
        return false;
    if (input_wants_reals(recipe) && expression_may_divide_whole(expression)) {
        error_set(error, ERROR_RANGE, "'%s' divides whole numbers and drops the remainder",
                  expression_text(expression));
        return error_add_hint(error, "write one of the two as a decimal: 1.0 / sqrt(n)");
    }
    recipe->arguments[recipe->argument_count++] = value.is_real ? value.real : (double)value.integer;
    return true;
}

/*
 * The end of the argument that starts at `text`: the comma or parenthesis at depth 0. NULL: never
 * closed.
 */
static const char *argument_end(const char *text)
{
    int depth = 0;
    for (const char *at = text; *at; at++) {
        if (depth == 0 && (*at == ',' || *at == ')'))
            return at;
        depth += (*at == '(') - (*at == ')');
    }
    return NULL;
}

/* arguments = "(" [expression { "," expression }] ")" ; `text` is after the opening parenthesis. */
static bool parse_arguments(const char *text, const struct expression_environment *environment,
                            struct input_recipe *recipe, struct error *error)
{
    while (isspace((unsigned char)*text))
        text++;
    while (*text != ')') {
        const char *end = argument_end(text);
        if (!end)
            return error_set(error, ERROR_SYNTAX, "an init has no closing parenthesis");
        if (recipe->argument_count == INPUT_ARGUMENTS_MAX)
            return error_set(error, ERROR_RANGE, "an init has more than %d arguments", INPUT_ARGUMENTS_MAX);
        if (!evaluate(text, (size_t)(end - text), environment, recipe, error))
            return false;
        text = *end == ',' ? end + 1 : end;
    }
    for (text++; isspace((unsigned char)*text); text++)
        ;
    return !*text || error_set(error, ERROR_SYNTAX, "text after the closing parenthesis of an init: '%s'", text);
}

static bool has_its_arguments(const struct input_recipe *recipe, struct error *error)
{
    const struct distribution_row *row = &rows[recipe->distribution];
    if (recipe->argument_count >= row->least_arguments && recipe->argument_count <= row->most_arguments)
        return true;
    error_set(error, ERROR_RANGE, "init '%s' has %d arguments", row->name, recipe->argument_count);
    return error_add_hint(error, "%s", row->help);
}

bool input_prepare(const char *init, enum dtype dtype, uint64_t element_count, uint64_t key,
                   const struct expression_environment *environment, struct input_recipe *out_recipe,
                   struct error *error)
{
    const char *text = init ? init : input_default(dtype);
    struct input_recipe recipe = {.dtype = dtype, .element_count = element_count, .key = key};
    if (strlen(text) > INIT_BYTES_MAX)
        return error_set(error, ERROR_RANGE, "an init is longer than %d bytes", INIT_BYTES_MAX);
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_0123456789");
    const char *rest = text + length + strspn(text + length, " \t");
    bool is_name = length && isalpha((unsigned char)*text) && (!*rest || *rest == '(');
    if (!is_name) {
        recipe.distribution = DISTRIBUTION_CONSTANT;
        if (!evaluate(text, strlen(text), environment, &recipe, error))
            return false;
    } else if (!find_distribution(text, length, &recipe.distribution)) {
        return unknown_distribution(text, length, error);
    } else if (*rest == '(' && !parse_arguments(rest + 1, environment, &recipe, error)) {
        return false;
    }
    if (!has_its_arguments(&recipe, error) || !input_check(&recipe, error))
        return false;
    *out_recipe = recipe;
    return true;
}

enum { STREAM_SLANT = 500, SLANT_BITS = 4 };
#define SLANT_LEAST 0.75
#define SLANT_MOST 0.95

/* The factor for a bit of the index, drawn from the key. */
static double slant_of(const struct input_recipe *recipe, uint64_t bit, bool is_set)
{
    double drawn = random_uniform_at(recipe->key, STREAM_SLANT, bit);
    bool is_smaller = (random_at(recipe->key, STREAM_SLANT + 1, bit) & 1) == is_set;
    return is_smaller ? SLANT_LEAST + (SLANT_MOST - SLANT_LEAST) * drawn : 1;
}

void input_slant(struct input_recipe *recipe)
{
    bool is_drawn = recipe->distribution == DISTRIBUTION_UNIFORM || recipe->distribution == DISTRIBUTION_NORMAL;
    if (!is_drawn || dtype_kind(recipe->dtype) != DTYPE_KIND_FLOAT)
        return;
    while (recipe->slant_digits < INPUT_SLANT_DIGITS &&
           (recipe->element_count - 1) >> (SLANT_BITS * recipe->slant_digits)) {
        double *factors = recipe->slant[recipe->slant_digits];
        for (uint64_t digit = 0; digit < 1 << SLANT_BITS; digit++) {
            factors[digit] = 1;
            for (uint64_t bit = 0; bit < SLANT_BITS; bit++)
                factors[digit] *= slant_of(recipe, SLANT_BITS * (uint64_t)recipe->slant_digits + bit, digit >> bit & 1);
        }
        recipe->slant_digits++;
    }
}

uint64_t input_element(const struct input_recipe *recipe, uint64_t index)
{
    struct input_draw draw = {0};
    return rows[recipe->distribution].element(recipe, index, &draw);
}

/* --- many elements ---------------------------------------------------------------------------- */

enum { FILL_THREADS_MAX = 16, FILL_ELEMENTS_EACH = 1 << 20 };

static void fill_singly(const struct input_recipe *recipe, uint64_t first, uint64_t count, void *out)
{
    input_function element = rows[recipe->distribution].element;
    struct input_draw draw = {0};
    uint32_t *words = out;
    bool is_word = dtype_bytes(recipe->dtype) == sizeof *words;
    for (uint64_t i = 0; is_word && i < count; i++)
        words[i] = (uint32_t)element(recipe, first + i, &draw);
    for (uint64_t i = 0; !is_word && i < count; i++)
        number_store(recipe->dtype, out, i, element(recipe, first + i, &draw));
}

void input_fill_part(const struct input_recipe *recipe, uint64_t first, uint64_t count, void *out)
{
    uint8_t *to = out;
    uint64_t bytes = dtype_bytes(recipe->dtype), done = 0;
    while (input_has_runs(recipe) && first % 4 == 0 && count - done >= 4) {
        uint64_t run = count - done < INPUT_RUN ? (count - done) / 4 * 4 : INPUT_RUN;
        input_fill_run(recipe, first + done, (int)run, to + done * bytes);
        done += run;
    }
    fill_singly(recipe, first + done, count - done, to + done * bytes);
}

struct fill {
    const struct input_recipe *recipe;
    void *out;
    uint64_t first, end;
};

static void *fill_part(void *context)
{
    const struct fill *fill = context;
    uint8_t *out = fill->out;
    input_fill_part(fill->recipe, fill->first, fill->end - fill->first,
                    out + fill->first * dtype_bytes(fill->recipe->dtype));
    return NULL;
}

static int thread_count(uint64_t elements)
{
    uint64_t worth = elements / FILL_ELEMENTS_EACH;
    int most = jobs_processors() < FILL_THREADS_MAX ? jobs_processors() : FILL_THREADS_MAX;
    return worth < 2 || most < 2 ? 1 : worth < (uint64_t)most ? (int)worth : most;
}

/*
 * Elements depend on their index alone, so threads can make parts side by side. If no thread can be
 * started, this thread makes the part.
 */
void input_fill(const struct input_recipe *recipe, void *out)
{
    struct fill parts[FILL_THREADS_MAX];
    pthread_t threads[FILL_THREADS_MAX];
    bool runs[FILL_THREADS_MAX] = {false};
    int count = thread_count(recipe->element_count);
    for (int i = 0; i < count; i++) {
        uint64_t share = recipe->element_count / (uint64_t)count / 4 * 4; /* four elements share a draw */
        parts[i] = (struct fill){recipe, out, share * (uint64_t)i, share * (uint64_t)(i + 1)};
        if (i == count - 1)
            parts[i].end = recipe->element_count;
        runs[i] = i && pthread_create(&threads[i], NULL, fill_part, &parts[i]) == 0;
    }
    for (int i = 0; i < count; i++)
        if (!runs[i])
            fill_part(&parts[i]);
    for (int i = 0; i < count; i++)
        if (runs[i])
            pthread_join(threads[i], NULL);
}
