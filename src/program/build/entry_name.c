/* Finds kernels under the names that two compilers give them. */
#include "program/build/entry_name.h"

#include <ctype.h>
#include <string.h>

#include "program/build/ptx_text.h"

/* long and long long are one letter here, and so are the unsigned ones. */
static char without_width(char letter)
{
    return letter == 'x' ? 'l' : letter == 'y' ? 'm' : letter;
}

static bool is_like(const char *name, size_t length, const char *registered)
{
    if (strlen(registered) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (without_width(name[i]) != without_width(registered[i]))
            return false;
    return true;
}

const char *entry_name_find(const char *ptx, const char *registered, struct arena *arena)
{
    static const char entry[] = ".entry ";
    const char *like = NULL;
    size_t length = strlen(registered), likes = 0;
    for (const char *at = ptx; (at = strstr(at, entry)) != NULL;) {
        at += sizeof entry - 1;
        size_t here = (size_t)(ptx_text_end_of_name(at) - at);
        if (here == length && strncmp(at, registered, length) == 0)
            return registered;
        if (is_like(at, here, registered)) {
            like = at;
            likes++;
        }
    }
    return likes == 1 ? arena_printf(arena, "%.*s", (int)length, like) : registered;
}

/* Itanium C++ ABI, 5.1.8: in a function's scope, which ends with E, lambda = "Ul" parameters "E" */
bool entry_name_has_lambda(const char *registered)
{
    return strncmp(registered, "_Z", 2) == 0 && strstr(registered, "EUl") != NULL;
}

void entry_name_report_lambdas(const struct source *source, struct diagnostics *diagnostics)
{
    static const char *const words[] = {"__host__", "__device__"};
    for (size_t i = 0; i + 1 < source->size_bytes; i++) {
        if (source->text[i] != ']')
            continue;
        size_t at = i + 1;
        while (at < source->size_bytes && isspace((unsigned char)source->text[at]))
            at++;
        for (size_t k = 0; k < 2; k++) {
            size_t length = strlen(words[k]);
            if (source->size_bytes - at < length || strncmp(source->text + at, words[k], length) != 0)
                continue;
            diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, source_location(source, at, length),
                            "a lambda of a host function cannot run in a kernel here");
            diagnostics_hint(diagnostics, "write a structure with a __device__ operator() instead");
        }
    }
}
