/* Builds and checks the compiler's options. */
#include "compiler/options/options.h"

#include <ctype.h>
#include <string.h>

#include "base/i18n.h"
#include "base/identifier.h"
#include "compiler/options/shims.h"

static const char pre_include[] = "--pre-include=" SHIM_FIRST;

/*
 * The reasons: lines for every instruction; registers and spills in the same log. Code that nvcc
 * accepts compiles here, since unannotated helpers become device functions. The caller's warnings
 * stay. Contraction to fma keeps its default, as with nvcc.
 */
static const char *const fixed_options[] = {
    "--std=c++17", "--device-as-default-execution-space", "--device-int128", "--ptxas-options=-v", pre_include,
};

/* "sm_" digits [letter] */
static bool is_architecture(const char *text)
{
    if (!text || strncmp(text, "sm_", 3) != 0)
        return false;
    size_t digits = strspn(text + 3, "0123456789");
    const char *rest = text + 3 + digits;
    return digits >= 2 && digits <= 3 && (rest[0] == '\0' || ((rest[0] == 'a' || rest[0] == 'f') && rest[1] == '\0'));
}

/* NAME ["=" text without control characters] */
static bool is_define(const char *text)
{
    if (!isalpha((unsigned char)text[0]) && text[0] != '_')
        return false;
    size_t length = 1;
    while (identifier_has(text[length]))
        length++;
    return text[length] == '\0' || text[length] == '=';
}

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

static bool check_list(const char *const *list, const char *what, bool (*is_valid)(const char *), struct error *error)
{
    size_t count = 0;
    for (; list && list[count]; count++) {
        if (count == OPTIONS_LIST_MAX)
            error_set(error, ERROR_RANGE, "there are more than %d", OPTIONS_LIST_MAX);
        else if (strlen(list[count]) > OPTIONS_TEXT_BYTES_MAX)
            error_set(error, ERROR_RANGE, "one has more than %d bytes", OPTIONS_TEXT_BYTES_MAX);
        else if (!list[count][0] || !is_printable(list[count]) || !is_valid(list[count]))
            error_set(error, ERROR_SYNTAX, "'%s' is none", list[count]);
        else
            continue;
        return error_add_context(error, "%s", _(what));
    }
    return true;
}

bool options_check(const struct compile_request *request, struct error *error)
{
    if (!is_architecture(request->architecture))
        return error_set(error, ERROR_SYNTAX, "'%s' is no architecture such as sm_90",
                         request->architecture ? request->architecture : "");
    return check_list(request->defines, N_("macro definitions"), is_define, error) &&
           check_list(request->names, N_("kernel names"), is_printable, error);
}

bool options_check_source(const struct source *source, struct diagnostics *diagnostics)
{
    if (source->size_bytes > OPTIONS_SOURCE_BYTES_MAX) {
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, (struct location){0},
                        "the source has %zu bytes; the compiler takes at most 1 MiB", source->size_bytes);
        return false;
    }
    const char *nul = source->size_bytes ? memchr(source->text, '\0', source->size_bytes) : NULL;
    if (!nul)
        return true;
    diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, source, source_location(source, (size_t)(nul - source->text), 1),
                    "a NUL byte in the source");
    diagnostics_hint(diagnostics, "save the file as plain UTF-8 text");
    return false;
}

/*
 * Without a wish for a CUBIN, the compile ends at PTX. The PTX is the same. ptxas, which takes half
 * of a compile and most of a large debug compile, does not run. So the log names no resources.
 */
static const char *target_of(const struct compile_request *request)
{
    return !request->want_cubin && !request->relocatable ? "compute_" : "sm_";
}

size_t options_build(struct arena *arena, const struct compile_request *request, const struct option_folders *folders,
                     const char *const **out_options)
{
    enum { fixed_count = sizeof fixed_options / sizeof fixed_options[0] };
    const char **options = ARENA_ARRAY(arena, fixed_count + OPTIONS_LIST_MAX + 8, const char *);
    size_t count = 0;
    options[count++] =
        arena_printf(arena, "--gpu-architecture=%s%s", target_of(request), request->architecture + strlen("sm_"));
    for (size_t i = 0; i < fixed_count; i++)
        options[count++] = fixed_options[i];
    if (request->relocatable)
        options[count++] = "--relocatable-device-code=true";
    options[count++] = request->debug ? "--device-debug" : "--generate-line-info";
    for (size_t i = 0; request->defines && request->defines[i] && i < OPTIONS_LIST_MAX; i++)
        options[count++] = arena_printf(arena, "--define-macro=%s", request->defines[i]);
    if (folders && folders->precompile) {
        options[count++] = "--pch";
        options[count++] = "--pch-messages=false";
    }
    if (folders && folders->include[0])
        options[count++] = arena_printf(arena, "--include-path=%s", folders->include);
    if (folders && folders->cccl[0])
        options[count++] = arena_printf(arena, "--include-path=%s", folders->cccl);
    *out_options = options;
    return count;
}
