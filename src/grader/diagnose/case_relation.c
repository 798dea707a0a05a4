/* Finds a size of the exercise that separates failing cases from right ones. */
#include "grader/diagnose/case_relation.h"

#include <math.h>
#include <string.h>

#include "grader/diagnose/case_inits.h"
#include "grader/source/source_shuffle.h"
#include "grader/source/source_slip.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

enum {
    WARP_LANES = 32,
    FOUR = 4,
    INFORMATIVE_CASES = 2,
    DIVISOR_MAX = 1024,
    INFORMATIVE_FACTORS = 3,
    FACTOR_MAX = 4096,
    SIZE_LEAST = 3
};
#define FACTOR_SLACK 1e-3

struct relation {
    const struct planned_cases *cases;
    const struct verdict *verdict;
    size_t value; /* index of the size under test */
};

static int64_t size_of(const struct relation *relation, size_t index)
{
    return relation->cases->items[index].job.values[relation->value].value.integer;
}

static bool has_ran(const struct relation *relation, size_t index)
{
    return relation->verdict->cases[index].ran;
}

static bool is_right(const struct relation *relation, size_t index)
{
    return relation->verdict->cases[index].right;
}

static bool is_size(const struct planned_cases *cases, size_t value)
{
    for (size_t i = 0; i < cases->count; i++)
        if (value >= cases->items[i].job.value_count || cases->items[i].job.values[value].value.is_real ||
            cases->items[i].job.values[value].value.integer < 1)
            return false;
    return true;
}

/*
 * A case may be right because of data of its own, such as zeros. It supports no rule, but it can
 * contradict one.
 */
static bool supports(const struct relation *relation, size_t index)
{
    return has_ran(relation, index) && relation->cases->items[index].job.init_count == 0;
}

/* Whether this size is 1 where the result is right, and only there. It can be the reason. */
static bool is_one_where_right(const struct relation *relation, size_t value)
{
    struct relation other = {relation->cases, relation->verdict, value};
    for (size_t i = 0; i < relation->cases->count; i++)
        if (supports(relation, i) && (size_of(&other, i) == 1) != is_right(relation, i))
            return false;
    return true;
}

static bool has_other_reason(const struct relation *relation)
{
    for (size_t value = 0; value < relation->cases->items[0].job.value_count; value++)
        if (value != relation->value && is_size(relation->cases, value) && is_one_where_right(relation, value))
            return true;
    return false;
}

static bool has_enough(const struct relation *relation, bool right, int supports_min)
{
    int count = 0, supporting = 0;
    for (size_t i = 0; i < relation->cases->count; i++) {
        bool is_of_side = has_ran(relation, i) && is_right(relation, i) == right;
        count += is_of_side;
        supporting += is_of_side && supports(relation, i);
    }
    return count >= INFORMATIVE_CASES && supporting >= supports_min;
}

/* Whether the value is a size, and each side has so many cases that support a rule of it. */
static bool can_rule(const struct relation *relation, int supports_min)
{
    return is_size(relation->cases, relation->value) && has_enough(relation, true, supports_min) &&
           has_enough(relation, false, supports_min);
}

static bool divides_exactly(const struct relation *relation, int64_t divisor)
{
    for (size_t i = 0; i < relation->cases->count; i++)
        if (has_ran(relation, i) && (size_of(relation, i) % divisor == 0) != is_right(relation, i))
            return false;
    return true;
}

/*
 * The ratio of the smallest wrong size to the largest right one, if all right sizes are smaller; 0:
 * no border.
 */
static double border(const struct relation *relation, int64_t *out_right, int64_t *out_wrong)
{
    int64_t largest_right = 0, supported = 0, smallest_wrong = INT64_MAX;
    for (size_t i = 0; i < relation->cases->count; i++) {
        if (!has_ran(relation, i))
            continue;
        int64_t size = size_of(relation, i);
        if (is_right(relation, i) && size > largest_right)
            largest_right = size;
        if (is_right(relation, i) && size > supported && supports(relation, i))
            supported = size;
        if (!is_right(relation, i) && size < smallest_wrong)
            smallest_wrong = size;
    }
    *out_right = supported;
    *out_wrong = smallest_wrong;
    return largest_right < smallest_wrong ? (double)smallest_wrong / (double)supported : 0;
}

/* Whether the elements that no float4 covers are left out. Otherwise other code stores them. */
static bool leaves_out(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        if (given->ran && !given->right && !(given->wrong_count && given->wrong[0].unwritten_count))
            return false;
    }
    return true;
}

/* The largest of these powers of two that the source has as a number; 0: none. */
static int64_t divisor_in_source(const struct verdict *verdict, int64_t smallest, int64_t largest, struct arena *arena)
{
    while (verdict->source && largest >= smallest &&
           !source_slip_has_word(verdict->source, phrase_integer(arena, largest)))
        largest /= 2;
    return verdict->source && largest >= smallest ? largest : 0;
}

/*
 * The cases may allow several divisors. A number of the source decides. Else all right sizes are
 * multiples of the largest, and no wrong one is a multiple of the smallest.
 */
static const char *say_divisor(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    for (size_t value = 0; value < cases->items[0].job.value_count; value++) {
        struct relation relation = {cases, verdict, value};
        const char *name = cases->items[0].job.values[value].name;
        int64_t smallest = 0, largest = 0;
        for (int64_t divisor = 2; can_rule(&relation, 1) && divisor <= DIVISOR_MAX; divisor *= 2) {
            if (!divides_exactly(&relation, divisor))
                continue;
            smallest = smallest ? smallest : divisor;
            largest = divisor;
        }
        bool is_by_fours = smallest && smallest <= FOUR && largest >= FOUR && verdict->source &&
                           source_slip_has_word(verdict->source, "float4");
        if (is_by_fours)
            return sentence_text(arena, leaves_out(verdict) ? SENTENCE_RELATION_FOURS : SENTENCE_RELATION_FOURS_BESIDE,
                                 FIELDS({"size", name}));
        int64_t divisor =
            smallest && smallest < largest ? divisor_in_source(verdict, smallest, largest, arena) : smallest;
        if (divisor)
            return sentence_text(arena, SENTENCE_RELATION_MULTIPLE,
                                 FIELDS({"size", name}, {"divisor", phrase_integer(arena, divisor)}));
        if (smallest)
            return sentence_text(arena, SENTENCE_RELATION_MULTIPLES,
                                 FIELDS({"size", name}, {"largest", phrase_integer(arena, largest)},
                                        {"smallest", phrase_integer(arena, smallest)}));
    }
    return NULL;
}

/*
 * Whether only multiples go wrong. Some may be right because of data of their own. A larger case
 * that is right shows that the size of the case is not the reason.
 */
static bool spares_others(const struct relation *relation, int64_t divisor)
{
    int64_t smallest_wrong = 0;
    bool has_larger = false;
    for (size_t i = 0; i < relation->cases->count; i++) {
        bool is_multiple = size_of(relation, i) % divisor == 0;
        bool may_be_right = !is_multiple || !supports(relation, i);
        if (has_ran(relation, i) && (is_right(relation, i) ? !may_be_right : !is_multiple))
            return false;
        if (has_ran(relation, i) && !is_right(relation, i) && !smallest_wrong)
            smallest_wrong = size_of(relation, i);
        has_larger |= has_ran(relation, i) && is_right(relation, i) && !is_multiple && smallest_wrong &&
                      size_of(relation, i) > smallest_wrong;
    }
    return has_larger && !has_other_reason(relation);
}

/*
 * The kernel or the plan takes the multiples in another way, such as four at once. Shuffles that
 * leave lanes out fail by the data, and then a few sizes say nothing.
 */
static const char *say_wrong_multiples(const struct planned_cases *cases, const struct verdict *verdict,
                                       struct arena *arena)
{
    if (verdict->source && source_shuffle_offset(verdict->source).line)
        return NULL;
    for (size_t value = 0; value < cases->items[0].job.value_count; value++) {
        struct relation relation = {cases, verdict, value};
        int64_t found = 0;
        for (int64_t divisor = 2; can_rule(&relation, 1) && divisor <= DIVISOR_MAX; divisor *= 2)
            if (spares_others(&relation, divisor) && divisor_in_source(verdict, divisor, divisor, arena))
                found = divisor;
        if (found)
            return sentence_text(
                arena, SENTENCE_RELATION_WRONG_MULTIPLES,
                FIELDS({"size", cases->items[0].job.values[value].name}, {"divisor", phrase_integer(arena, found)}));
    }
    return NULL;
}

/* If several sizes have a border, the one with the smallest gap is the likeliest. */
static const char *say_border(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    const char *text = NULL;
    double least = 0;
    for (size_t value = 0; value < cases->items[0].job.value_count; value++) {
        struct relation relation = {cases, verdict, value};
        int64_t right, wrong;
        double room = can_rule(&relation, INFORMATIVE_CASES) && !has_other_reason(&relation)
                          ? border(&relation, &right, &wrong)
                          : 0;
        if (room == 0 || (text && room >= least))
            continue;
        const char *name = cases->items[0].job.values[value].name;
        least = room;
        text = sentence_text(
            arena, SENTENCE_RELATION_BORDER,
            FIELDS({"size", name}, {"right", phrase_integer(arena, right)}, {"wrong", phrase_integer(arena, wrong)}));
    }
    return text;
}

/* Whether one of the kernels has blocks of several warps. */
static bool has_warps(const struct verdict *verdict)
{
    const struct observation *seen = verdict->observation;
    for (size_t i = 0; seen && i < seen->kernel_count; i++)
        if (seen->kernels[i].block[0] * seen->kernels[i].block[1] * seen->kernels[i].block[2] > WARP_LANES)
            return true;
    return false;
}

/*
 * Whether the number of rows cannot be the reason: the first one is wrong, or there is no other
 * size. A single number shows more by what it depends on, and so do inputs that are not read.
 */
static bool is_of_warp(const struct case_verdict *given, bool has_one_size)
{
    const struct wrong_buffer *wrong = given->wrong_count ? &given->wrong[0] : NULL;
    return wrong && wrong->element_count > 1 && wrong->first_count && !wrong->first[0].never_written &&
           !wrong->unread && (has_one_size || !strncmp(wrong->first[0].position, "[0]", strlen("[0]")));
}

/* Whether a size is at most 32 where the result is right, and larger where it is wrong. */
static bool ends_with_warp(const struct relation *relation)
{
    int right = 0, wrong = 0;
    for (size_t i = 0; i < relation->cases->count; i++) {
        bool is_small = size_of(relation, i) <= WARP_LANES;
        if (!has_ran(relation, i) || (is_right(relation, i) && !supports(relation, i)))
            continue;
        bool has_one_size = relation->cases->items[i].job.value_count == 1;
        if (is_right(relation, i) != is_small || (!is_small && !is_of_warp(&relation->verdict->cases[i], has_one_size)))
            return false;
        *(is_small ? &right : &wrong) += 1;
    }
    return right && wrong >= INFORMATIVE_CASES;
}

/* The blocks of the largest launch. */
static uint64_t most_blocks(const struct observation *seen)
{
    uint64_t most = 0;
    for (size_t i = 0; seen && i < seen->kernel_count; i++) {
        const uint32_t *grid = seen->kernels[i].grid;
        uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
        most = blocks > most ? blocks : most;
    }
    return most;
}

/* Whether another size is larger than each grid: a block has several rows then, and a warp one. */
static bool has_rows_in_block(const struct relation *relation)
{
    int64_t blocks = (int64_t)most_blocks(relation->verdict->observation);
    for (size_t value = 0; value < relation->cases->items[0].job.value_count; value++) {
        struct relation other = {relation->cases, relation->verdict, value};
        for (size_t i = 0; i < relation->cases->count && value != relation->value; i++)
            if (has_ran(&other, i) && is_size(relation->cases, value) && size_of(&other, i) > blocks)
                return true;
    }
    return false;
}

/* A result of one warp that does not reach the others. */
static const char *say_warp(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    static const char *const shuffles[] = {"__shfl_xor_sync", "__shfl_down_sync", "__reduce_add_sync"};
    bool has_shuffle = false;
    for (size_t i = 0; verdict->source && i < sizeof shuffles / sizeof *shuffles; i++)
        has_shuffle |= source_slip_has_word(verdict->source, shuffles[i]);
    for (size_t value = 0; has_shuffle && has_warps(verdict) && value < cases->items[0].job.value_count; value++) {
        struct relation relation = {cases, verdict, value};
        if (is_size(cases, value) && ends_with_warp(&relation) && !has_rows_in_block(&relation))
            return sentence_text(arena, SENTENCE_RELATION_WARP,
                                 FIELDS({"size", cases->items[0].job.values[value].name}));
    }
    return NULL;
}

/* The error of a case with a single number, as a factor; 0: more numbers, or no such factor. */
static double factor_of(const struct case_verdict *given)
{
    const struct wrong_buffer *wrong = given->wrong_count ? &given->wrong[0] : NULL;
    if (!wrong || wrong->element_count != 1 || !wrong->first_count || wrong->first[0].never_written)
        return 0;
    double factor = wrong->first[0].got / wrong->first[0].expected;
    return isfinite(factor) && fabs(factor) > 1.0 / FACTOR_MAX ? factor : 0;
}

/* A single number shows no pattern. Several cases with the same factor do. */
static const char *say_factor(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    double first = 0;
    int count = 0;
    for (size_t i = 0; i < cases->count; i++) {
        if (!verdict->cases[i].ran || verdict->cases[i].right)
            continue;
        double factor = factor_of(&verdict->cases[i]);
        first = count++ ? first : factor;
        if (!factor || fabs(factor - first) > FACTOR_SLACK * fabs(first))
            return NULL;
    }
    bool is_less = fabs(first) < 1;
    double tidy = nearbyint(is_less ? 1 / first : first);
    if (count < INFORMATIVE_FACTORS || fabs((is_less ? 1 / first : first) - tidy) > FACTOR_SLACK * fabs(tidy))
        return NULL;
    return sentence_text(arena, is_less ? SENTENCE_RELATION_PART : SENTENCE_RELATION_TIMES,
                         FIELDS({"factor", arena_printf(arena, "%.0f", tidy)}));
}

/* The error of the first wrong element, as a factor; 0: no such factor. */
static double first_factor(const struct case_verdict *given)
{
    const struct wrong_buffer *wrong = given->wrong_count ? &given->wrong[0] : NULL;
    if (!wrong || !wrong->first_count || wrong->first[0].never_written || wrong->first[0].expected == 0)
        return 0;
    double factor = wrong->first[0].got / wrong->first[0].expected;
    return isfinite(factor) ? factor : 0;
}

/*
 * The number that this size is divided by in the factor of each failing case, or 1 / factor: 1 if
 * the factor is the size. 0: there is none. The sizes must differ.
 */
static double divided_by(const struct relation *relation, bool is_part)
{
    int64_t least = INT64_MAX, most = 0;
    double divisor = 0;
    for (size_t i = 0; i < relation->cases->count; i++) {
        if (!has_ran(relation, i) || is_right(relation, i))
            continue;
        double size = (double)size_of(relation, i), factor = first_factor(&relation->verdict->cases[i]),
               now = is_part ? size * factor : size / factor;
        divisor = most ? divisor : nearbyint(now);
        if (factor == 0 || fabs(now - divisor) > FACTOR_SLACK * divisor)
            return 0;
        least = size_of(relation, i) < least ? size_of(relation, i) : least;
        most = size_of(relation, i) > most ? size_of(relation, i) : most;
    }
    return most > least && divisor >= 1 ? divisor : 0;
}

/* A sum that is divided by the wrong length, for example. */
static const char *say_size_factor(const struct planned_cases *cases, const struct verdict *verdict,
                                   struct arena *arena)
{
    for (size_t value = 0; cases->count && value < cases->items[0].job.value_count; value++) {
        struct relation relation = {cases, verdict, value};
        const char *name = cases->items[0].job.values[value].name;
        for (int is_part = 0; is_size(cases, value) && is_part < 2; is_part++) {
            double divisor = divided_by(&relation, is_part);
            const char *quotient = divisor == 1 ? name : arena_printf(arena, "(%s / %.0f)", name, divisor);
            if (divisor > 0)
                return sentence_text(arena, is_part ? SENTENCE_RELATION_PART : SENTENCE_RELATION_TIMES,
                                     FIELDS({"factor", quotient}));
        }
    }
    return NULL;
}

/* Whether the first wrong number of the smallest failing case is one size, and must be another. */
static bool is_taken_for(const struct relation *relation, size_t wanted)
{
    struct relation other = {relation->cases, relation->verdict, wanted};
    const struct case_verdict *smallest = relation->verdict->smallest_failing;
    const struct wrong_buffer *wrong = smallest && smallest->wrong_count ? &smallest->wrong[0] : NULL;
    size_t index = smallest ? (size_t)(smallest - relation->verdict->cases) : 0;
    return wrong && wrong->first_count && index < relation->cases->count &&
           wrong->first[0].got == (double)size_of(relation, index) &&
           wrong->first[0].expected == (double)size_of(&other, index) && wrong->first[0].got >= SIZE_LEAST &&
           wrong->first[0].expected >= SIZE_LEAST;
}

/* One size stored in place of another. */
static const char *say_other_size(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    size_t count = cases->count ? cases->items[0].job.value_count : 0;
    for (size_t got = 0; got < count; got++)
        for (size_t wanted = 0; wanted < count; wanted++) {
            struct relation relation = {cases, verdict, got};
            if (got != wanted && is_size(cases, got) && is_size(cases, wanted) && is_taken_for(&relation, wanted))
                return sentence_text(arena, SENTENCE_RELATION_OTHER_SIZE,
                                     FIELDS({"got", cases->items[0].job.values[got].name},
                                            {"wanted", cases->items[0].job.values[wanted].name}));
        }
    return NULL;
}

const char *case_relation(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    const char *factor = say_factor(cases, verdict, arena);
    factor = factor ? factor : say_size_factor(cases, verdict, arena);
    factor = factor ? factor : say_other_size(cases, verdict, arena);
    const char *text = factor ? factor : case_inits(cases, verdict, arena);
    text = text ? text : say_warp(cases, verdict, arena);
    text = text ? text : say_divisor(cases, verdict, arena);
    text = text ? text : say_border(cases, verdict, arena);
    return text ? text : say_wrong_multiples(cases, verdict, arena);
}
