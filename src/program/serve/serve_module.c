/* The request about modules: compiles and links the device code that a program registers. */
#include <stdlib.h>
#include <string.h>

#include "base/mangled.h"
#include "program/build/device_build.h"
#include "program/build/device_link.h"
#include "program/build/emit.h"
#include "program/serve/session.h"

enum { NAMES_MAX = 4096 };

/* --- what is registered ----------------------------------------------------------------------- */

/* A source with device code. */
struct part {
    struct device_names names;
    struct device_build build;
    struct session_module *module;
};

struct parts {
    struct part *items;
    size_t count;
    size_t registered;        /* the first ones; others only define what those use */
    struct device_link *link; /* NULL: each is a module of its own */
};

static struct part *add_part(struct session *session, struct parts *parts, size_t source)
{
    parts->items = session_grow(session, parts->items, parts->count, sizeof *parts->items);
    struct part *part = &parts->items[parts->count++];
    *part = (struct part){.names = {.source = source,
                                    .kernels = ARENA_ARRAY(session->arena, NAMES_MAX, const char *),
                                    .variables = ARENA_ARRAY(session->arena, NAMES_MAX, const char *)}};
    return part;
}

/* names = { "m " number newline { ("k " | "v ") name newline } } */
static bool read_parts(struct session *session, const char *text, struct parts *parts)
{
    char *rest = arena_strdup(session->arena, text), *line;
    struct device_names *names = NULL;
    while ((line = strsep(&rest, "\n")) != NULL) {
        size_t number = strncmp(line, "m ", 2) == 0 ? strtoull(line + 2, NULL, 10) : 0;
        if (number >= session->request->source_count || (!names && strncmp(line, "m ", 2) != 0))
            return false;
        if (strncmp(line, "m ", 2) == 0)
            names = &add_part(session, parts, number)->names;
        if (strncmp(line, "k ", 2) == 0 && names->kernel_count < NAMES_MAX)
            names->kernels[names->kernel_count++] = line + 2;
        if (strncmp(line, "v ", 2) == 0 && names->variable_count < NAMES_MAX)
            names->variables[names->variable_count++] = line + 2;
    }
    parts->registered = parts->count;
    return parts->count > 0;
}

/* --- compiling and linking -------------------------------------------------------------------- */

static bool is_cuda(const struct source *source)
{
    size_t length = strlen(source->name);
    return length > 3 && strcmp(source->name + length - 3, ".cu") == 0;
}

/* Several sources may use each other's device code. */
static bool is_relocatable(const struct session *session)
{
    size_t count = 0;
    for (size_t i = 0; i < session->request->source_count; i++)
        count += is_cuda(&session->request->sources[i]);
    return count > 1;
}

static bool compile(struct session *session, struct part *part, struct error *error)
{
    char architecture[16];
    const struct device_properties *properties = &session->device->properties;
    snprintf(architecture, sizeof architecture, "sm_%d%d", properties->compute_major, properties->compute_minor);
    struct device_build_setup setup = {.compiler = session->compiler,
                                       .request = session->request,
                                       .sources = session->sources,
                                       .architecture = architecture,
                                       .is_relocatable = is_relocatable(session),
                                       .arena = session->arena,
                                       .diagnostics = session->result->diagnostics};
    if (!device_build(&setup, &part->names, &part->build, error))
        return false;
    session->result->built &= part->build.ok;
    return true;
}

static struct device_link *link_parts(struct session *session, const struct parts *parts)
{
    struct device_link_part *texts = ARENA_ARRAY(session->arena, parts->count + 1, struct device_link_part);
    for (size_t i = 0; i < parts->count; i++)
        texts[i] = (struct device_link_part){.ptx = parts->items[i].build.image.ptx,
                                             .source = &session->request->sources[parts->items[i].names.source]};
    return device_link_new(texts, parts->count, session->arena);
}

/* Sources without kernels and variables are not registered. */
static bool compile_others(struct session *session, struct parts *parts, struct error *error)
{
    for (size_t i = 0; i < session->request->source_count; i++) {
        bool is_there = !is_cuda(&session->request->sources[i]);
        for (size_t k = 0; k < parts->registered && !is_there; k++)
            is_there = parts->items[k].names.source == i;
        if (!is_there && !compile(session, add_part(session, parts, i), error))
            return false;
    }
    return true;
}

/* Makes one module of all, if they use each other. Its times are modelled without machine code. */
static bool link_if_needed(struct session *session, struct parts *parts, struct error *error)
{
    struct device_link *link = link_parts(session, parts);
    bool is_complete = device_link_is_complete(link);
    if (!is_complete && !compile_others(session, parts, error))
        return false;
    if (!session->result->built || (is_complete && !device_link_is_needed(link)))
        return true;
    link = is_complete ? link : link_parts(session, parts);
    const char *text = device_link_text(link, session->result->diagnostics);
    session->result->built = text != NULL;
    if (!text)
        return true;
    parts->link = link;
    struct device_image *image = &parts->items[0].build.image;
    *image = (struct device_image){.ptx = text, .ptx_bytes = strlen(text), .source_name = image->source_name};
    return !session->request->emit ||
           emit_part(session->request, image->source_name, "linked.ptx", text, image->ptx_bytes, session->arena, error);
}

static bool build(struct session *session, struct parts *parts, struct error *error)
{
    for (size_t i = 0; i < parts->registered; i++)
        if (!compile(session, &parts->items[i], error))
            return false;
    return !session->result->built || !is_relocatable(session) || link_if_needed(session, parts, error);
}

/* --- loading ---------------------------------------------------------------------------------- */

static void append_words(struct buffer *out, const uint32_t *words, size_t count)
{
    buffer_append(out, words, count * sizeof *words);
}

/* Adds a kernel, and the places of its parameters to the answer. */
static void add_kernel(struct session *session, struct session_kernel kernel, struct buffer *out)
{
    struct device_parameter parameters[WIRE_PARAMETERS_MAX];
    uint32_t count = 0;
    if (kernel.name && !session->device->vtable->kernel_parameters(kernel.module->on[session->current], kernel.name,
                                                                   parameters, WIRE_PARAMETERS_MAX, &count, NULL))
        kernel.name = NULL;
    count = kernel.name ? count : 0;
    append_words(out, &count, 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t place[] = {parameters[i].offset_bytes, parameters[i].size_bytes};
        append_words(out, place, 2);
        if (place[0] + place[1] > kernel.argument_bytes)
            kernel.argument_bytes = place[0] + place[1];
    }
    session->kernels = session_grow(session, session->kernels, session->kernel_count, sizeof kernel);
    session->kernels[session->kernel_count++] = kernel;
}

static const struct kernel_resources *find_resources(const struct device_build *build, const char *name)
{
    for (size_t i = 0; name && i < build->resource_count; i++)
        if (strcmp(build->resources[i].kernel, name) == 0)
            return &build->resources[i];
    return NULL;
}

static struct session_module *add_module(struct session *session, const struct device_image *image)
{
    struct session_module *module = ARENA_NEW(session->arena, struct session_module);
    *module = (struct session_module){.image = *image, .next = session->modules};
    session->modules = module;
    return module;
}

static bool load(struct session *session, struct parts *parts, struct error *error)
{
    for (size_t i = 0; i < parts->registered; i++) {
        struct part *part = &parts->items[i];
        part->module = parts->link && i > 0 ? parts->items[0].module : add_module(session, &part->build.image);
        struct device_module **here = &part->module->on[session->current];
        if (!*here)
            *here = session->device->vtable->load(session->device, &part->module->image, error);
        if (!*here)
            return false;
    }
    return true;
}

static const char *name_of(const struct parts *parts, size_t number, const char *name)
{
    return parts->link ? device_link_name(parts->link, number, name) : name;
}

static void add_names(struct session *session, const struct parts *parts, size_t number, struct buffer *out)
{
    const struct part *part = &parts->items[number];
    const struct device_build *build = &part->build;
    for (size_t i = 0; i < part->names.kernel_count; i++)
        add_kernel(session,
                   (struct session_kernel){.name = name_of(parts, number, build->kernels[i]),
                                           .file = session->request->sources[part->names.source].name,
                                           .readable = mangled_readable(session->arena, part->names.kernels[i]),
                                           .module = part->module,
                                           .threads_max = device_build_threads_max(build, build->kernels[i]),
                                           .resources = find_resources(build, build->kernels[i])},
                   out);
    for (size_t i = 0; i < part->names.variable_count; i++) {
        session->variables =
            session_grow(session, session->variables, session->variable_count, sizeof *session->variables);
        session->variables[session->variable_count++] =
            (struct session_variable){name_of(parts, number, build->variables[i]), part->module};
    }
}

int session_handle_module(struct session *session, struct session_call *call, struct error *error)
{
    struct parts parts = {0};
    session->is_over = true; /* until the modules are there */
    if (!read_parts(session, call->payload, &parts)) {
        error_set(error, ERROR_CRASH, "the program registers kernels of a source that it does not have");
        return ERROR_OF_cudaErrorInvalidKernelImage;
    }
    session->result->built = true;
    if (!build(session, &parts, error) || !session->result->built || !load(session, &parts, error))
        return ERROR_OF_cudaErrorInvalidKernelImage;
    session->is_over = false;
    call->answer.values[0] = session->kernel_count;
    call->answer.values[1] = session->variable_count;
    for (size_t i = 0; i < parts.registered; i++)
        add_names(session, &parts, i, &call->answer_payload);
    return 0;
}
