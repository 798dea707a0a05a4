/* Slips in the declared type of a buffer. */
#include <string.h>

#include "grader/cause/cause_finder.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_slip.h"

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

/* A kernel that takes a buffer for one of another type. */
struct sentence cause_type_other(const struct cause_search *search)
{
    const struct source *source = search->source;
    const struct exercise *exercise = search->evidence->wrong ? search->evidence->exercise : NULL;
    for (size_t i = 0; exercise && !casts_bits(source) && i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        const char *right = parameter->rank ? c_type(parameter->dtype) : NULL;
        struct source_launch_declared declared = {0};
        if (right)
            declared = source_launch_declared(source, parameter->name, search->arena);
        if (declared.line && is_other_type(declared.type, right))
            return CAUSE_AT(search, SENTENCE_SLIP_TYPE, declared.line, {"buffer", parameter->name},
                            {"type", declared.type}, {"right", right});
    }
    return (struct sentence){0};
}

struct sentence cause_type_pointer_size(const struct cause_search *search)
{
    struct source_slip_unfilled found = source_slip_pointer_size(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_POINTER_SIZE, found.line, {"name", found.name});
}

struct sentence cause_type_shared_pointer(const struct cause_search *search)
{
    struct source_slip_unfilled found = source_slip_shared_pointer(search->source, search->arena);
    int line = search->evidence->is_unsafe ? found.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_SHARED_POINTER, line, {"name", found.name});
}
