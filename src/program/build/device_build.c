/* Compiles the kernels that a program registers. */
#include "program/build/device_build.h"

#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/mangled.h"
#include "compiler/host_code.h"
#include "compiler/local_includes.h"
#include "program/build/altered_stores.h"
#include "program/build/emit.h"
#include "program/build/entry_name.h"

enum { NAMES_MAX = 64, HEADER_BYTES_MAX = 1 << 20 };

static bool is_known_header(void *compiler, const char *name)
{
    return compiler_has_header(compiler, name);
}

/*
 * Whether the compiler makes this kernel only if it is asked for, as an instance of a template. Or
 * it makes it under a name of its own, as a function that other files do not see.
 */
static bool needs_expression(const char *name)
{
    if (strncmp(name, "_Z", 2) != 0)
        return false;
    return strncmp(name, "_ZL", 3) == 0 || strstr(name, "_GLOBAL__N_") || strchr(name, 'I') != NULL;
}

/* The name in the source. The anonymous namespace has none. */
static const char *expression_of(struct arena *arena, const char *name, bool is_variable)
{
    static const char anonymous[] = "(anonymous namespace)::", other[] = "_GLOBAL__N_1::";
    const char *readable = mangled_readable(arena, name);
    for (const char *at; (at = strstr(readable, anonymous)) || (at = strstr(readable, other));) {
        size_t skipped = *at == '(' ? sizeof anonymous - 1 : sizeof other - 1;
        readable = arena_printf(arena, "%.*s%s", (int)(at - readable), readable, at + skipped);
    }
    return is_variable ? arena_printf(arena, "&%s", readable) : readable;
}

/* entry = ".entry " name "(" parameters ")" { directive } "{" */
uint32_t device_build_threads_max(const struct device_build *build, const char *kernel)
{
    static const char entry[] = ".entry ", directive[] = ".maxntid ";
    size_t length = kernel ? strlen(kernel) : 0;
    for (const char *at = build->image.ptx; length && (at = strstr(at, entry)) != NULL; at++) {
        const char *name = at + sizeof entry - 1, *body = strchr(name, '{'), *bounds = strstr(name, directive);
        if (strncmp(name, kernel, length) != 0 || name[length] != '(')
            continue;
        uint32_t threads = 1;
        for (const char *number = bounds && body && bounds < body ? bounds + sizeof directive - 2 : NULL; number;) {
            char *end;
            threads *= (uint32_t)strtoul(number + 1, &end, 10);
            number = *end == ',' ? end : NULL;
        }
        return threads > 1 ? threads : 0;
    }
    return 0;
}

/* A managed variable is the device's own here: the runtime moves its bytes. */
static void replace_managed(char *text, size_t size_bytes)
{
    static const char word[] = "__managed__", other[] = "__device__ ";
    for (char *at = text, *end = text + size_bytes; (at = memmem(at, (size_t)(end - at), word, sizeof word - 1));)
        memcpy(at, other, sizeof other - 1);
}

/*
 * Host code is blank by now. Blanks at the ends of lines and of the text go too. So the compiler's
 * cache sees no change where only host code behind the kernels has changed.
 */
static size_t trim(char *text, size_t size_bytes)
{
    char *to = text;
    for (size_t i = 0; i < size_bytes; i++) {
        while (text[i] == '\n' && to > text && (to[-1] == ' ' || to[-1] == '\t'))
            to--;
        *to++ = text[i];
    }
    while (to > text && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\n'))
        to--;
    *to++ = '\n';
    *to = '\0';
    return (size_t)(to - text);
}

struct names {
    const char *expressions[NAMES_MAX + 1];
    const char **targets[NAMES_MAX]; /* where the lowered name goes */
    size_t count;
};

/* A plain name is the same for both compilers. */
static void add_names(struct names *names, const char *const *registered, size_t count, bool are_variables,
                      const char **out_names, struct arena *arena)
{
    for (size_t i = 0; i < count; i++) {
        out_names[i] = registered[i];
        if ((!are_variables && !needs_expression(registered[i])) || names->count == NAMES_MAX)
            continue;
        names->targets[names->count] = &out_names[i];
        names->expressions[names->count++] = expression_of(arena, registered[i], are_variables);
    }
}

/* Warnings are left out: without the host's code, much of a file is unused. */
static void append(struct diagnostics *to, const struct diagnostics *from)
{
    for (size_t i = 0; i < diagnostics_count(from); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(from, i);
        if (diagnostic->severity != DIAGNOSTIC_ERROR)
            continue;
        diagnostics_add(to, diagnostic->severity, diagnostic->source, diagnostic->location, "%s", diagnostic->message);
        if (diagnostic->hint)
            diagnostics_hint(to, "%s", diagnostic->hint);
    }
}

/* The source as NVRTC gets it. */
static const struct source *device_source_of(struct compiler *compiler, const struct source *source,
                                             const struct names *names, struct arena *arena)
{
    struct host_code_headers headers = {is_known_header, compiler, names->expressions};
    struct source *device_source = ARENA_NEW(arena, struct source);
    *device_source = *source;
    host_code_strip(source, &headers, arena, device_source, diagnostics_new(arena));
    char *text = arena_alloc(arena, device_source->size_bytes + 2); /* a newline may be added */
    memcpy(text, device_source->text, device_source->size_bytes);
    replace_managed(text, device_source->size_bytes);
    device_source->size_bytes = trim(text, device_source->size_bytes);
    device_source->text = text;
    return device_source;
}

static bool uses_textures(const struct source *source)
{
    static const char *const words[] = {"tex1D",  "tex2D",  "tex3D",  "texCubemap",
                                        "surf1D", "surf2D", "surf3D", "surfCubemap"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (memmem(source->text, source->size_bytes, words[i], strlen(words[i])))
            return true;
    return false;
}

/* Textures are read by functions of our own, which come before the source. */
static bool add_textures(const struct program_request *request, struct arena *arena, struct source *source,
                         struct error *error)
{
    static const char name[] = "warpschool_texture.h";
    CLEANUP(buffer_done) struct buffer header = BUFFER_INIT;
    if (!uses_textures(source))
        return true;
    if (!file_read(path_join(arena, request->headers, name), HEADER_BYTES_MAX, &header, error))
        return false;
    *source = local_includes_prepend(source, name, buffer_text(&header), arena);
    return true;
}

/* A kernel with a lambda of host code. Its line is in the source as it was written. */
static bool has_lambdas(const struct device_names *registered, const struct source *shown,
                        struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < registered->kernel_count; i++) {
        if (!entry_name_has_lambda(registered->kernels[i]))
            continue;
        size_t before = diagnostics_error_count(diagnostics);
        entry_name_report_lambdas(shown, diagnostics);
        return diagnostics_error_count(diagnostics) > before;
    }
    return false;
}

/* As the module calls them. A plain name can differ in the host's word for a 64-bit integer. */
static void take_names(const struct compile_result *compiled, const struct names *names, struct device_build *build,
                       size_t kernel_count, struct arena *arena)
{
    for (size_t i = 0; i < names->count; i++)
        *names->targets[i] = compiled->lowered_names[i];
    for (size_t i = 0; i < kernel_count; i++)
        if (build->kernels[i])
            build->kernels[i] = entry_name_find(compiled->ptx, build->kernels[i], arena);
}

bool device_build(const struct device_build_setup *setup, const struct device_names *registered,
                  struct device_build *out_build, struct error *error)
{
    const struct program_request *request = setup->request;
    struct arena *arena = setup->arena;
    struct device_build build = {.kernels = ARENA_ARRAY(arena, registered->kernel_count + 1, const char *),
                                 .variables = ARENA_ARRAY(arena, registered->variable_count + 1, const char *)};
    const struct source *shown = &request->sources[registered->source];
    struct names names = {0};
    *out_build = build;
    if (has_lambdas(registered, shown, setup->diagnostics))
        return true;
    add_names(&names, registered->kernels, registered->kernel_count, false, build.kernels, arena);
    add_names(&names, registered->variables, registered->variable_count, true, build.variables, arena);
    struct source device_source =
        *device_source_of(setup->compiler, &setup->sources[registered->source], &names, arena);
    if (!add_textures(request, arena, &device_source, error))
        return false;
    struct compile_request compile = {.source = &device_source,
                                      .shown = shown,
                                      .architecture = setup->architecture,
                                      .defines = request->defines,
                                      .names = names.expressions,
                                      .want_cubin = true,
                                      .relocatable = setup->is_relocatable};
    struct compile_result *compiled;
    if (!compiler_compile(setup->compiler, &compile, arena, &compiled, error))
        return false;
    if (request->emit &&
        (!emit_part(request, shown->name, "device.cu", device_source.text, device_source.size_bytes, arena, error) ||
         !emit_part(request, shown->name, "ptx", compiled->ptx, compiled->ptx_bytes, arena, error)))
        return false;
    append(setup->diagnostics, compiled->diagnostics);
    build.ok = compiled->ok;
    build.resources = compiled->resources;
    build.resource_count = compiled->resource_count;
    if (compiled->ok)
        take_names(compiled, &names, &build, registered->kernel_count, arena);
    build.image = (struct device_image){.ptx = compiled->ptx,
                                        .ptx_bytes = compiled->ptx_bytes,
                                        .cubin = compiled->cubin,
                                        .cubin_bytes = compiled->cubin_bytes,
                                        .source_name = shown->name};
    if (request->alters_stores && compiled->ok)
        build.image.ptx = altered_stores(compiled->ptx, arena, &build.image.ptx_bytes);
    *out_build = build;
    return true;
}
