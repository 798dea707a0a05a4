/* Finds hints for compiler messages. */
#include "compiler/log/hints.h"

#include <stdbool.h>
#include <string.h>

#include "base/diagnostics.h"
#include "base/i18n.h"

static const struct {
    const char *part;
    const char *later;
    const char *hint;
} hints[] = {
#define HINT(part, later, hint) {part, later, hint},
#include "compiler/log/hints.def"
#undef HINT
};

static const char *const names[] = {
#define NAME(identifier) #identifier,
#include "compiler/log/names.def"
#undef NAME
};

const char *hints_find(const char *message)
{
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        const char *found = strstr(message, hints[i].part);
        if (found && strstr(found + strlen(hints[i].part), hints[i].later))
            return hints[i].hint;
    }
    return NULL;
}

/*
 * `__shfl_down` and similar names were removed. Their successors take a mask of lanes. NULL: it is
 * none of them.
 */
static const char *successor(const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(names[i], name, length) == 0 && strcmp(names[i] + length, "_sync") == 0)
            return names[i];
    return NULL;
}

/*
 * message = `identifier "` name `" is undefined`. False: another message, or the name is too long.
 */
static bool undefined_name(const char *message, char out_name[64])
{
    static const char prefix[] = "identifier \"";
    if (strncmp(message, prefix, sizeof prefix - 1) != 0)
        return false;
    const char *name = message + sizeof prefix - 1;
    size_t length = strcspn(name, "\"");
    if (length == 0 || length >= 64 || strncmp(name + length, "\" is undefined", 14) != 0)
        return false;
    memcpy(out_name, name, length);
    out_name[length] = '\0';
    return true;
}

const char *hints_successor(const char *message)
{
    char name[64];
    return undefined_name(message, name) ? successor(name) : NULL;
}

const char *hints_meant(const char *message)
{
    char name[64];
    enum { TELLING_LENGTH = 4 }; /* "row" is near to any short name */
    bool can_tell = undefined_name(message, name) && strlen(name) >= TELLING_LENGTH;
    const char *nearest = can_tell ? diagnostics_nearest(name, names, sizeof names / sizeof names[0]) : NULL;
    /* a known name lacks its header */
    return nearest && strcmp(nearest, name) != 0 ? nearest : NULL;
}

/* Words of other languages, by a part of the message and one of the line. */
static const struct {
    const char *message, *line, *hint;
} foreign_words[] = {
    {"unrecognized token", "@", N_("C has no @: a matrix product is a loop that adds a[row * k + i] * b[i * n + col]")},
    {"expected a \")\"", "restrict ", N_("CUDA C spells it __restrict__")},
    {"is undefined", "cuda.grid(", N_("the index of a thread is blockIdx.x * blockDim.x + threadIdx.x")},
    {"is undefined", "get_global_id(", N_("the index of a thread is blockIdx.x * blockDim.x + threadIdx.x")},
};

const char *hints_of_line(const char *message, const char *line, size_t length, int column)
{
    for (size_t i = 0; i < sizeof foreign_words / sizeof *foreign_words; i++)
        if (strstr(message, foreign_words[i].message) &&
            memmem(line, length, foreign_words[i].line, strlen(foreign_words[i].line)))
            return foreign_words[i].hint;
    bool is_in_kernel = strstr(message, "device-side kernel launch"); /* hints.def says it */
    if (memmem(line, length, "<<<", 3) && !is_in_kernel)
        return N_("a kernel is launched by a //! launch line, not with <<< >>>: delete this line, and main around it");
    bool is_index = column > 1 && (size_t)column <= length && line[column - 2] == '[';
    if (is_index && strstr(message, "expression has no effect")) /* of what stands before a comma */
        return N_("[row, col] takes col alone: element (row, col) of a matrix is x[row * width + col]");
    return NULL;
}

size_t hints_count(void)
{
    return sizeof hints / sizeof hints[0];
}

void hints_row(size_t index, const char **out_part, const char **out_later, const char **out_hint)
{
    *out_part = hints[index].part;
    *out_later = hints[index].later;
    *out_hint = hints[index].hint;
}
