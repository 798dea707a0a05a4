/* Slips that explain a whole verdict, the most certain first: see the header. */
#include "grader/diagnose/explanation_cause.h"

#include <string.h>

#include "grader/source/source_block.h"
#include "grader/source/source_compensation.h"
#include "grader/source/source_fold.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_narrow.h"
#include "grader/source/source_place.h"
#include "grader/source/source_quiet.h"
#include "grader/source/source_result.h"
#include "grader/source/source_shuffle.h"
#include "grader/source/source_slip.h"
#include "grader/source/source_store.h"
#include "grader/value/phrase.h"

/* Each finder walks over the source many times. The longest solution has 16 KB. */
enum { SOURCE_BYTES_MAX = 1 << 16 };

struct search {
    const struct verdict *verdict;
    const struct source *source;
    struct arena *arena;
    const struct cause_evidence *evidence;
};

/* The sentence about this line. Its fields begin with the line itself. */
#define CAUSE(search, id, at, ...)                      \
    cause_at((at), sentence_text((search)->arena, (id), \
                                 FIELDS({"line", phrase_integer((search)->arena, (at))}, __VA_ARGS__)))

/* The same; none for line 0. */
#define CAUSE_IF(search, id, at, ...) ((at) ? CAUSE(search, id, at, __VA_ARGS__) : (struct sentence){0})

static struct sentence cause_at(int line, const char *text)
{
    return (struct sentence){text, "", line};
}

static struct sentence find_assignment(const struct search *search)
{
    int line = source_guard_assignment(search->source);
    return CAUSE_IF(search, SENTENCE_SLIP_ASSIGNS, line, {"", ""});
}

static struct sentence find_empty_branch(const struct search *search)
{
    int line = source_slip_empty_branch(search->source);
    return CAUSE_IF(search, SENTENCE_SLIP_BRANCH, line, {"", ""});
}

static struct sentence find_endless_loop(const struct search *search)
{
    struct source_guard_loop loop = source_guard_endless_loop(search->source, search->arena);
    enum sentence_id id = loop.is_halved ? SENTENCE_SLIP_HALVED : SENTENCE_SLIP_UNSIGNED;
    return CAUSE_IF(search, id, loop.line, {"variable", loop.variable});
}

/* The first warning of the compiler that begins so; NULL: none. */
static const struct diagnostic *warning(const struct search *search, const char *begin)
{
    const struct diagnostics *diagnostics = search->verdict->diagnostics;
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++)
        if (!strncmp(diagnostics_at(diagnostics, i)->message, begin, strlen(begin)))
            return diagnostics_at(diagnostics, i);
    return NULL;
}

static struct sentence find_missing_return(const struct search *search)
{
    static const char begin[] = "missing return statement at end of non-void function \"";
    const struct diagnostic *found = warning(search, begin);
    const char *name = found ? found->message + strlen(begin) : "";
    return found ? CAUSE(search, SENTENCE_SLIP_NO_RETURN, found->location.line,
                         {"function", arena_strndup(search->arena, name, strcspn(name, "\"("))})
                 : (struct sentence){0};
}

static struct sentence find_no_effect(const struct search *search)
{
    const struct diagnostic *found = warning(search, "expression has no effect");
    return found ? CAUSE(search, SENTENCE_SLIP_NO_EFFECT, found->location.line, {"", ""}) : (struct sentence){0};
}

static struct sentence find_dropped(const struct search *search)
{
    struct source_result found = source_result_dropped(search->source, search->arena);
    return CAUSE_IF(search, SENTENCE_SLIP_DROPPED, found.line, {"function", found.function});
}

static struct sentence find_stored_back(const struct search *search)
{
    struct source_result found = source_result_stored_back(search->source, search->arena);
    return CAUSE_IF(search, SENTENCE_SLIP_STORED_BACK, found.line, {"function", found.function});
}

static struct sentence find_pointer_size(const struct search *search)
{
    struct source_slip_unfilled found = source_slip_pointer_size(search->source, search->arena);
    return CAUSE_IF(search, SENTENCE_SLIP_POINTER_SIZE, found.line, {"name", found.name});
}

static struct sentence find_short_step(const struct search *search)
{
    struct source_place_step found = source_place_short_step(search->source, search->arena);
    return found.line
               ? CAUSE(search, SENTENCE_SLIP_SHORT_STEP, found.line, {"variable", found.variable}, {"step", found.step})
               : (struct sentence){0};
}

static struct sentence say_place(const struct search *search, const struct source_place *place)
{
    static const enum sentence_id ids[] = {[SOURCE_PLACE_OTHER_SIZE] = SENTENCE_SLIP_AXES,
                                           [SOURCE_PLACE_EXCHANGED] = SENTENCE_SLIP_EXCHANGED_NUMBERS,
                                           [SOURCE_PLACE_FROM_ONE] = SENTENCE_SLIP_BLOCK_FROM_ONE,
                                           [SOURCE_PLACE_NO_SIZE] = SENTENCE_SLIP_NO_SIZE,
                                           [SOURCE_PLACE_SHIFTED] = SENTENCE_SLIP_SHIFTED};
    return CAUSE(search, ids[place->slip], place->line, {"axis", place->axis}, {"size", place->size},
                 {"variable", place->variable}, {"written", place->written},
                 {"begin", phrase_integer(search->arena, place->shift)});
}

static struct sentence find_place(const struct search *search)
{
    struct source_place place = source_place_certain(search->source, search->arena);
    return place.slip ? say_place(search, &place) : (struct sentence){0};
}

/* A stencil's index can begin below 0, and one of a window can lack the size of a block. */
static struct sentence find_possible_place(const struct search *search)
{
    struct source_place place = source_place_possible(search->source, search->arena);
    bool fits =
        place.slip == SOURCE_PLACE_SHIFTED ? place.shift == search->evidence->begin : search->evidence->is_misplaced;
    return place.slip && fits ? say_place(search, &place) : (struct sentence){0};
}

static struct sentence find_narrow_index(const struct search *search)
{
    struct source_narrow narrow = source_narrow_find(search->source);
    enum sentence_id id = narrow.is_rounded ? SENTENCE_SLIP_ROUNDED : SENTENCE_SLIP_NARROW;
    return narrow.line ? CAUSE(search, id, narrow.line, {"type", narrow.type},
                               {"most", phrase_integer(search->arena, narrow.most)})
                       : (struct sentence){0};
}

static struct sentence find_exchange(const struct search *search)
{
    struct source_launch_exchange found = source_launch_exchange(search->source, search->arena);
    return found.line
               ? CAUSE(search, SENTENCE_SLIP_EXCHANGE, found.line, {"first", found.first}, {"second", found.second})
               : (struct sentence){0};
}

static struct sentence find_quotient(const struct search *search)
{
    struct source_launch_quotient found = source_launch_quotient(search->source, search->arena);
    return found.line ? CAUSE(search, SENTENCE_SLIP_QUOTIENT, found.line, {"quotient", found.quotient},
                              {"written", found.written}, {"sum", found.sum}, {"right", found.right})
                      : (struct sentence){0};
}

static struct sentence find_block_width(const struct search *search)
{
    struct source_block_width found = source_block_width(search->source, search->arena);
    return found.line
               ? CAUSE(search, SENTENCE_SLIP_BLOCK_WIDTH, found.line, {"width", found.width},
                       {"launch_line", phrase_integer(search->arena, found.launch_line)}, {"threads", found.threads})
               : (struct sentence){0};
}

static struct sentence find_second_axis(const struct search *search)
{
    struct source_block_flat flat = source_block_flat(search->source, search->arena);
    struct source_block_unread unread = source_block_unread(search->source, search->arena);
    if (flat.line)
        return CAUSE(search, flat.option ? SENTENCE_SLIP_FLAT_OPTION : SENTENCE_SLIP_FLAT_LAUNCH, flat.line,
                     {"name", flat.name}, {"option", flat.option ? flat.option : ""},
                     {"launch_line", phrase_integer(search->arena, flat.launch_line)});
    return unread.line
               ? CAUSE(search, SENTENCE_SLIP_UNREAD_AXIS, unread.line, {"name", unread.name}, {"option", unread.option})
               : (struct sentence){0};
}

static struct sentence find_unfilled(const struct search *search)
{
    struct source_slip_unfilled found = source_slip_unfilled(search->source, search->arena);
    return found.line ? CAUSE(search, SENTENCE_SLIP_UNFILLED, found.line, {"name", found.name}) : (struct sentence){0};
}

static struct sentence find_compensation(const struct search *search)
{
    struct source_compensation found = source_compensation(search->source, search->arena);
    enum sentence_id id = found.must_add ? SENTENCE_SLIP_LOST_SUBTRACTED : SENTENCE_SLIP_LOST_ADDED;
    return found.line ? CAUSE(search, id, found.line, {"lost", found.lost}) : (struct sentence){0};
}

static struct sentence find_joined_guard(const struct search *search)
{
    struct source_guard_joined found = {0};
    if (search->evidence->is_unsafe)
        found = source_guard_joined(search->source);
    return found.line ? CAUSE(search, SENTENCE_SLIP_GUARD, found.line, {"right", found.right}, {"wrong", found.wrong})
                      : (struct sentence){0};
}

/* Whether the source takes the bits of a number for another type on purpose. */
static bool casts_bits(const struct source *source)
{
    static const char *const words[] = {"__int_as_float", "__float_as_int", "__uint_as_float", "reinterpret_cast"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (source_slip_has_word(source, words[i]))
            return true;
    return memmem(source->text, source->size_bytes, "*)", strlen("*)")) != NULL;
}

/* The C type of a buffer's elements, where another one is certainly wrong; NULL: not known. */
static const char *c_type(enum dtype dtype)
{
    return dtype == DTYPE_F32 ? "float" : dtype == DTYPE_I32 ? "int" : NULL;
}

static bool is_other_type(const char *type, const char *right)
{
    static const char *const scalars[] = {"float", "int", "double", "long", "short", "char", "__half", "half"};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (!strcmp(type, scalars[i]))
            return strcmp(type, right) != 0;
    return false;
}

static struct sentence find_twins(const struct search *search)
{
    struct source_launch_twins found = source_launch_twins(search->source, search->arena);
    return found.line ? CAUSE(search, SENTENCE_SLIP_TWINS, found.other_line,
                              {"first_line", phrase_integer(search->arena, found.line)})
                      : (struct sentence){0};
}

/* Of a result that is stored, and wrong. */
static const struct wrong_element *wrong_value(const struct search *search)
{
    const struct wrong_buffer *wrong = search->evidence->wrong;
    return wrong && wrong->first_count && !wrong->first[0].never_written ? &wrong->first[0] : NULL;
}

static struct sentence find_part(const struct search *search)
{
    struct source_fold_part found = {0};
    if (wrong_value(search))
        found = source_fold_part(search->source, search->arena);
    return found.line ? CAUSE(search, SENTENCE_SLIP_OWN_PART, found.line, {"variable", found.variable},
                              {"loop_line", phrase_integer(search->arena, found.loop_line)})
                      : (struct sentence){0};
}

static struct sentence find_deviation(const struct search *search)
{
    struct source_fold_deviation found = source_fold_deviation(search->source, search->arena);
    int line = wrong_value(search) ? found.line : 0;
    return CAUSE_IF(search, SENTENCE_SLIP_DEVIATION, line, {"mean", found.mean});
}

/* The 0 itself is the result: it is less than each number, or larger. */
static struct sentence find_zero(const struct search *search)
{
    const struct wrong_element *first = wrong_value(search);
    if (!first || first->got != 0 || !(first->expected < 0 || first->expected > 0))
        return (struct sentence){0};
    bool is_largest = first->expected < 0;
    const char *buffer = search->evidence->wrong->parameter;
    int line = source_fold_from_zero(search->source, is_largest, search->arena);
    if (line)
        return CAUSE(search, is_largest ? SENTENCE_SLIP_LARGEST_FROM_ZERO : SENTENCE_SLIP_LEAST_FROM_ZERO, line,
                     {"", ""});
    line = source_fold_atomic(search->source, is_largest, buffer);
    return line ? CAUSE(search, is_largest ? SENTENCE_SLIP_ATOMIC_MAX_FROM_ZERO : SENTENCE_SLIP_ATOMIC_MIN_FROM_ZERO,
                        line, {"buffer", buffer})
                : (struct sentence){0};
}

static struct sentence find_pointer(const struct search *search)
{
    struct source_store_pointer found = source_store_pointer(search->source, search->arena);
    int line = search->evidence->wrong && !wrong_value(search) ? found.line : 0;
    return CAUSE_IF(search, SENTENCE_SLIP_POINTER, line, {"name", found.name});
}

static struct sentence find_single(const struct search *search)
{
    struct source_store_pointer found = source_store_single(search->source, search->arena);
    int line = wrong_value(search) ? found.line : 0;
    return CAUSE_IF(search, SENTENCE_SLIP_SINGLE, line, {"name", found.name});
}

static struct sentence say_round(const struct search *search, enum sentence_id id, struct source_store_round found)
{
    return found.line ? CAUSE(search, id, found.line, {"name", found.name},
                              {"loop_line", phrase_integer(search->arena, found.loop_line)})
                      : (struct sentence){0};
}

static struct sentence find_round(const struct search *search)
{
    return wrong_value(search)
               ? say_round(search, SENTENCE_SLIP_ROUND, source_store_round(search->source, search->arena))
               : (struct sentence){0};
}

static struct sentence find_variable(const struct search *search)
{
    return wrong_value(search)
               ? say_round(search, SENTENCE_SLIP_ROUND_VARIABLE, source_store_variable(search->source, search->arena))
               : (struct sentence){0};
}

static struct sentence find_tree(const struct search *search)
{
    struct source_fold_tree found = {0};
    if (wrong_value(search))
        found = source_fold_tree(search->source, search->arena);
    enum sentence_id id = found.size ? SENTENCE_SLIP_TREE_BEGINS : SENTENCE_SLIP_TREE_ENDS;
    return found.line ? CAUSE(search, id, found.line, {"array", found.array},
                              {"first", phrase_integer(search->arena, found.first)},
                              {"size", phrase_integer(search->arena, (int64_t)found.size)},
                              {"half", phrase_integer(search->arena, (int64_t)found.size / 2)})
                      : (struct sentence){0};
}

static struct sentence find_divisor(const struct search *search)
{
    int line = wrong_value(search) ? source_fold_divisor(search->source) : 0;
    return CAUSE_IF(search, SENTENCE_SLIP_DIVISOR, line, {"", ""});
}

static struct sentence find_shared_pointer(const struct search *search)
{
    struct source_slip_unfilled found = source_slip_shared_pointer(search->source, search->arena);
    int line = search->evidence->is_unsafe ? found.line : 0;
    return CAUSE_IF(search, SENTENCE_SLIP_SHARED_POINTER, line, {"name", found.name});
}

/* The last elements are missing, and a condition ends as many before a size. */
static struct sentence find_short(const struct search *search)
{
    struct source_store_short found = {0};
    if (search->evidence->wrong && search->evidence->begin < 0)
        found = source_store_short(search->source, (long)-search->evidence->begin, search->arena);
    return found.line
               ? CAUSE(search, SENTENCE_SLIP_SHORT, found.line, {"written", found.written}, {"right", found.right})
               : (struct sentence){0};
}

/* A kernel that takes a buffer for one of another type. */
static struct sentence find_wrong_type(const struct search *search)
{
    struct arena *arena = search->arena;
    const struct source *source = search->source;
    const struct exercise *exercise = search->evidence->wrong ? search->evidence->exercise : NULL;
    for (size_t i = 0; exercise && !casts_bits(source) && i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        const char *right = parameter->rank ? c_type(parameter->dtype) : NULL;
        struct source_launch_declared declared = {0};
        if (right)
            declared = source_launch_declared(source, parameter->name, arena);
        if (declared.line && is_other_type(declared.type, right))
            return CAUSE(search, SENTENCE_SLIP_TYPE, declared.line, {"buffer", parameter->name},
                         {"type", declared.type}, {"right", right});
    }
    return (struct sentence){0};
}

/* Whether the only launch of the kernel around the line passes this name under the same name. */
static bool keeps_name(const struct search *search, int line, const char *name)
{
    const char *kernel = source_loop_function(search->source, line, search->arena);
    const char *passed = kernel ? source_launch_argument(search->source, kernel, name, search->arena) : NULL;
    return passed && !strcmp(passed, name);
}

/* A length of the buffer that the line multiplies by, without the length of a row; NULL: none. */
static const char *other_pitch(const struct search *search, const struct parameter *buffer, const char *width, int line)
{
    const char *stray;
    for (int i = 0; (stray = source_index_stray(search->source, line, buffer->name, width, i, search->arena)); i++)
        for (int j = 0; j < buffer->rank - 1; j++)
            if (strcmp(stray, width) && !strcmp(stray, expression_text(buffer->shape[j])) &&
                keeps_name(search, line, stray) && keeps_name(search, line, buffer->name))
                return stray;
    return NULL;
}

static struct sentence find_pitch(const struct search *search)
{
    bool is_sought = search->evidence->wrong && search->evidence->pattern != PATTERN_TRANSPOSED;
    const struct exercise *exercise = is_sought ? search->evidence->exercise : NULL;
    int lines = source_quiet_line(search->source, search->source->size_bytes);
    for (int line = 1; exercise && line <= lines; line++)
        for (size_t i = 0; i < exercise->parameter_count; i++) {
            const struct parameter *buffer = &exercise->parameters[i];
            const char *width = buffer->rank > 1 ? expression_text(buffer->shape[buffer->rank - 1]) : NULL;
            const char *pitch = width ? other_pitch(search, buffer, width, line) : NULL;
            if (pitch)
                return CAUSE(search, SENTENCE_SLIP_PITCH, line, {"buffer", buffer->name}, {"pitch", pitch},
                             {"width", width});
        }
    return (struct sentence){0};
}

/* It can cause any wrong value. */
static struct sentence find_division(const struct search *search)
{
    struct source_slip_division found = search->evidence->wrong ? source_slip_division(search->source, search->arena)
                                                                : (struct source_slip_division){0};
    return found.line ? CAUSE(search, SENTENCE_SLIP_DIVISION, found.line, {"division", found.text},
                              {"value", phrase_count(search->arena, found.value)})
                      : (struct sentence){0};
}

struct sentence explanation_cause(const struct verdict *verdict, const struct cause_evidence *evidence)
{
    static struct sentence (*const finders[])(const struct search *search) = {
        find_wrong_type,  find_assignment,   find_empty_branch, find_endless_loop,   find_missing_return,
        find_no_effect,   find_dropped,      find_stored_back,  find_pointer_size,   find_short_step,
        find_place,       find_narrow_index, find_exchange,     find_quotient,       find_block_width,
        find_second_axis, find_unfilled,     find_compensation, find_joined_guard,   find_possible_place,
        find_twins,       find_pitch,        find_division,     find_zero,           find_deviation,
        find_single,      find_part,         find_pointer,      find_round,          find_short,
        find_variable,    find_tree,         find_divisor,      find_shared_pointer,
    };
    struct search search = {verdict, verdict->source, verdict->arena, evidence};
    struct sentence found = {0};
    bool is_read = verdict->source && verdict->source->size_bytes <= SOURCE_BYTES_MAX;
    for (size_t i = 0; is_read && !found.text && i < sizeof finders / sizeof *finders; i++)
        found = finders[i](&search);
    return found;
}

struct sentence explanation_cause_of_work(const struct verdict *verdict)
{
    struct search search = {verdict, verdict->source, verdict->arena, &(struct cause_evidence){0}};
    return verdict->source ? find_twins(&search) : (struct sentence){0};
}

const char *explanation_cause_with_fact(const struct verdict *verdict, const struct sentence *cause, const char *said)
{
    return said ? phrase_joined(verdict->arena, cause->text, phrase_first(verdict->arena, said)) : cause->text;
}

/* --- remarks beside other verdicts ------------------------------------------------------------ */

static const char *with_shuffle(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_shuffle found = source_shuffle_offset(verdict->source);
    if (!found.line)
        return said;
    return phrase_joined(arena, said,
                         sentence_text(arena, found.stops_early ? SENTENCE_SLIP_SHUFFLE_END : SENTENCE_SLIP_SHUFFLE,
                                       FIELDS({"line", phrase_integer(arena, found.line)},
                                              {"offset", phrase_integer(arena, found.offset)})));
}

static const char *with_lone_scratch(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_launch_scratch scratch = source_launch_lone_scratch(verdict->source, arena);
    if (!scratch.line)
        return said;
    return phrase_joined(arena, said,
                         sentence_text(arena, SENTENCE_SLIP_LONE_SCRATCH,
                                       FIELDS({"line", phrase_integer(arena, scratch.line)}, {"name", scratch.name})));
}

const char *explanation_cause_after_quotient(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_launch_quotient found = {0};
    if (verdict->source)
        found = source_launch_quotient(verdict->source, arena);
    if (!found.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, SENTENCE_SLIP_QUOTIENT,
                                       FIELDS({"line", phrase_integer(arena, found.line)}, {"quotient", found.quotient},
                                              {"written", found.written}, {"sum", found.sum}, {"right", found.right})),
                         said);
}

const char *explanation_cause_remarks(const struct verdict *verdict, const char *said)
{
    if (!verdict->source || !said)
        return said;
    return with_lone_scratch(verdict, with_shuffle(verdict, said));
}
