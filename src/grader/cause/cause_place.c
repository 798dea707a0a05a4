/* Slips in the index of a thread, and of an element. */
#include <string.h>

#include "grader/cause/cause_finder.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_narrow.h"
#include "grader/source/source_place.h"
#include "grader/source/source_quiet.h"

struct sentence cause_place_step(const struct cause_search *search)
{
    struct source_place_step found = source_place_short_step(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_SHORT_STEP, found.line, {"variable", found.variable}, {"step", found.step});
}

static struct sentence say_place(const struct cause_search *search, const struct source_place *place)
{
    static const enum sentence_id ids[] = {[SOURCE_PLACE_OTHER_SIZE] = SENTENCE_SLIP_AXES,
                                           [SOURCE_PLACE_EXCHANGED] = SENTENCE_SLIP_EXCHANGED_NUMBERS,
                                           [SOURCE_PLACE_FROM_ONE] = SENTENCE_SLIP_BLOCK_FROM_ONE,
                                           [SOURCE_PLACE_NO_SIZE] = SENTENCE_SLIP_NO_SIZE,
                                           [SOURCE_PLACE_SHIFTED] = SENTENCE_SLIP_SHIFTED};
    return CAUSE_AT(search, ids[place->slip], place->line, {"axis", place->axis}, {"size", place->size},
                    {"variable", place->variable}, {"written", place->written},
                    {"begin", phrase_integer(search->arena, place->shift)});
}

struct sentence cause_place_certain(const struct cause_search *search)
{
    struct source_place place = source_place_certain(search->source, search->arena);
    return place.slip ? say_place(search, &place) : (struct sentence){0};
}

/* A stencil's index can begin below 0, and one of a window can lack the size of a block. */
struct sentence cause_place_possible(const struct cause_search *search)
{
    struct source_place place = source_place_possible(search->source, search->arena);
    bool fits =
        place.slip == SOURCE_PLACE_SHIFTED ? place.shift == search->evidence->begin : search->evidence->is_misplaced;
    return place.slip && fits ? say_place(search, &place) : (struct sentence){0};
}

struct sentence cause_place_narrow(const struct cause_search *search)
{
    struct source_narrow narrow = source_narrow_find(search->source);
    enum sentence_id id = narrow.is_rounded ? SENTENCE_SLIP_ROUNDED : SENTENCE_SLIP_NARROW;
    return CAUSE_AT(search, id, narrow.line, {"type", narrow.type},
                    {"most", phrase_integer(search->arena, narrow.most)});
}

/* Whether the only launch of the kernel around the line passes this name under the same name. */
static bool keeps_name(const struct cause_search *search, int line, const char *name)
{
    const char *kernel = source_loop_function(search->source, line, search->arena);
    const char *passed = kernel ? source_launch_argument(search->source, kernel, name, search->arena) : NULL;
    return passed && !strcmp(passed, name);
}

/* A length of the buffer that the line multiplies by, without the length of a row; NULL: none. */
static const char *other_pitch(const struct cause_search *search, const struct parameter *buffer, const char *width,
                               int line)
{
    const char *stray;
    for (int i = 0; (stray = source_index_stray(search->source, line, buffer->name, width, i, search->arena)); i++)
        for (int j = 0; j < buffer->rank - 1; j++)
            if (strcmp(stray, width) && !strcmp(stray, expression_text(buffer->shape[j])) &&
                keeps_name(search, line, stray) && keeps_name(search, line, buffer->name))
                return stray;
    return NULL;
}

struct sentence cause_place_pitch(const struct cause_search *search)
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
                return CAUSE_AT(search, SENTENCE_SLIP_PITCH, line, {"buffer", buffer->name}, {"pitch", pitch},
                                {"width", width});
        }
    return (struct sentence){0};
}
