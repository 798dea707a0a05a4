/*
 * Helpers for tests of plans: parameters from `//? param` lines, and a device that takes notes.
 *
 *     //? param a f32[n, m] in        //? param n i32        //? case n=33 m=4        //? devices 4
 *
 * The device reads the kernels' parameters from their C declarations and gives out addresses.
 * It checks that a plan writes, fills and copies inside one live buffer.
 */
#ifndef SUPPORT_PLAN_SUPPORT_H
#define SUPPORT_PLAN_SUPPORT_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diagnostics.h"
#include "base/told.h"
#include "plan/execution.h"
#include "plan/parameter.h"
#include "plan/plan.h"

/* --- a file with its parameters --------------------------------------------------------------- */

enum { SUPPORT_PARAMETERS_MAX = 32, SUPPORT_NOTES_MAX = 4096, SUPPORT_BUFFERS_MAX = 4096 };

struct plan_file {
    struct arena *arena;
    struct source source;
    struct parameter parameters[SUPPORT_PARAMETERS_MAX];
    struct value values[SUPPORT_PARAMETERS_MAX]; /* of scalars, from the case */
    size_t parameter_count;
    int devices;
    char problem[512];                                            /* "" if the `//?` lines are correct */
    void (*stage)(void *context, const struct plan_stage *stage); /* of the bindings */
    void *stage_context;
    size_t choice;                  /* of the bindings */
    struct plan_timeline *timeline; /* of the bindings */
};

static inline char *support_read(struct arena *arena, const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    char chunk[4096];
    size_t got;
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        buffer_append(&text, chunk, got);
    fclose(file);
    *out_size = text.size_bytes;
    return arena_strndup(arena, buffer_text(&text), text.size_bytes);
}

/* Splits "f32[n, m]" at commas outside of parentheses. */
static inline bool support_shape(struct plan_file *file, struct parameter *parameter, char *shape)
{
    int depth = 0;
    char *start = shape;
    for (char *at = shape;; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at && !(*at == ',' && depth == 0))
            continue;
        bool is_last = *at == '\0';
        *at = '\0';
        parameter->shape[parameter->rank] = expression_parse_text(file->arena, start, NULL);
        if (!parameter->shape[parameter->rank++])
            return false;
        start = at + 1;
        if (is_last)
            return true;
    }
}

static inline bool support_parameter(struct plan_file *file, const char *line)
{
    char name[64], type[256], role[16] = "";
    const char *bracket = strchr(line, '[');
    struct parameter *parameter = &file->parameters[file->parameter_count++];
    if (!bracket) {
        if (sscanf(line, "%63s %255s", name, type) != 2)
            return false;
        parameter->role = PARAMETER_SCALAR;
    } else {
        char shape[256];
        if (sscanf(line, "%63s %255[^[][%255[^]]] %15s", name, type, shape, role) != 4)
            return false;
        parameter->role = !strcmp(role, "in") ? PARAMETER_IN : !strcmp(role, "out") ? PARAMETER_OUT : PARAMETER_INOUT;
        if (!support_shape(file, parameter, shape))
            return false;
    }
    parameter->name = arena_strdup(file->arena, name);
    return dtype_parse(type, &parameter->dtype);
}

static inline bool support_case(struct plan_file *file, char *line)
{
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (!equals)
            return false;
        *equals = '\0';
        for (size_t i = 0; i < file->parameter_count; i++)
            if (strcmp(file->parameters[i].name, word) == 0)
                file->values[i] = (struct value){.is_real = strchr(equals + 1, '.') != NULL,
                                                 .integer = strtoll(equals + 1, NULL, 10),
                                                 .real = strtod(equals + 1, NULL)};
    }
    return true;
}

/* Reads the `//?` lines of the file's text. */
static inline void plan_file_read(struct plan_file *file, struct arena *arena, const char *name, const char *text,
                                  size_t size)
{
    *file = (struct plan_file){.arena = arena, .source = {name, text, size}, .devices = 1};
    char *copy = arena_strndup(arena, text, size), *rest = copy, *line;
    while ((line = strsep(&rest, "\n"))) {
        bool read = true;
        if (strncmp(line, "//? param ", 10) == 0)
            read = file->parameter_count < SUPPORT_PARAMETERS_MAX && support_parameter(file, line + 10);
        else if (strncmp(line, "//? case ", 9) == 0)
            read = support_case(file, line + 9);
        else if (strncmp(line, "//? devices ", 12) == 0)
            file->devices = atoi(line + 12);
        else if (strncmp(line, "//?", 3) == 0)
            read = false;
        if (!read && !file->problem[0])
            snprintf(file->problem, sizeof file->problem, "cannot read: %.400s", line);
    }
}

/* Plans tell their errors (base/told.h). */
static inline bool support_says(const struct error *error, const char *words)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return strstr(told_english(arena, error->message), words) != NULL;
}

static inline const char *support_errors(struct arena *arena, const struct diagnostics *diagnostics)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    diagnostics_render(diagnostics, &text);
    return arena_strdup(arena, buffer_text(&text));
}

/* --- the device that takes notes -------------------------------------------------------------- */

struct note {
    char kernel[64];
    int rank;
    struct device_launch launch;
    uint8_t arguments[512];
};

struct note_buffer {
    uint64_t address, size_bytes;
    bool is_live;
    char name[64];
};

/* All devices of one test share it. Each knows the others' addresses, as with enabled peers. */
struct note_book {
    const struct source *source;
    struct note notes[SUPPORT_NOTES_MAX];
    size_t note_count;
    struct note_buffer buffers[SUPPORT_BUFFERS_MAX];
    size_t buffer_count;
    uint64_t next_address;
    char problem[512];   /* the first access outside a live buffer */
    int fault_at;        /* the launch, from 1, that faults; 0: none */
    const char *refused; /* names of buffers that begin like this get no memory; NULL: none */
    size_t fills, poisons, copies, synchronised;
    size_t late_writes; /* writes after the first launch: each would wait for it */
    bool has_streams;   /* each launch starts at once, as on a real device */
    struct device_modelling *modelling;
};

struct note_device {
    struct device base;
    struct note_book *book;
    int rank;
    struct observation observation;
};

static inline struct note_device *note_self(struct device *device)
{
    return (struct note_device *)device;
}

static inline bool note_allocate(struct device *device, uint64_t size_bytes, const char *name, device_address *out,
                                 struct error *error)
{
    struct note_book *book = note_self(device)->book;
    if (book->buffer_count == SUPPORT_BUFFERS_MAX)
        return error_set(error, ERROR_MEMORY, "no more buffers");
    if (book->refused && strncmp(name, book->refused, strlen(book->refused)) == 0)
        return error_set(error, ERROR_MEMORY, "no room for %s", name);
    struct note_buffer *buffer = &book->buffers[book->buffer_count++];
    book->next_address += 256;
    *buffer = (struct note_buffer){.address = book->next_address, .size_bytes = size_bytes, .is_live = true};
    snprintf(buffer->name, sizeof buffer->name, "%s", name);
    book->next_address += (size_bytes + 255) / 256 * 256;
    *out = buffer->address;
    return true;
}

static inline struct note_buffer *note_find(struct note_book *book, uint64_t address, uint64_t size_bytes)
{
    for (size_t i = 0; i < book->buffer_count; i++) {
        struct note_buffer *buffer = &book->buffers[i];
        if (buffer->is_live && address >= buffer->address &&
            address + size_bytes <= buffer->address + buffer->size_bytes)
            return buffer;
    }
    return NULL;
}

static inline bool note_touch(struct device *device, uint64_t address, uint64_t size_bytes, const char *what)
{
    struct note_book *book = note_self(device)->book;
    if (!note_find(book, address, size_bytes) && !book->problem[0])
        snprintf(book->problem, sizeof book->problem, "%s of %llu bytes outside every buffer", what,
                 (unsigned long long)size_bytes);
    return true;
}

static inline bool note_release(struct device *device, device_address address, struct error *error)
{
    struct note_buffer *buffer = note_find(note_self(device)->book, address, 0);
    if (!buffer || buffer->address != address)
        return error_set(error, ERROR_RANGE, "release of what was not allocated");
    buffer->is_live = false;
    return true;
}

static inline bool note_write(struct device *device, device_address to, const void *from, uint64_t size_bytes,
                              struct error *error)
{
    (void)from, (void)error;
    note_self(device)->book->late_writes += note_self(device)->book->note_count > 0;
    return note_touch(device, to, size_bytes, "write");
}

static inline bool note_fill(struct device *device, device_address to, uint8_t byte, uint64_t size_bytes,
                             struct error *error)
{
    (void)byte, (void)error;
    note_self(device)->book->fills++;
    return note_touch(device, to, size_bytes, "fill");
}

static inline bool note_copy(struct device *device, device_address to, device_address from, uint64_t size_bytes,
                             struct error *error)
{
    (void)error;
    note_self(device)->book->copies++;
    return note_touch(device, to, size_bytes, "copy to") && note_touch(device, from, size_bytes, "copy from");
}

static inline bool note_poison(struct device *device, device_address at, uint64_t size_bytes, struct error *error)
{
    (void)error;
    note_self(device)->book->poisons++;
    return note_touch(device, at, size_bytes, "poison");
}

static inline bool note_protect(struct device *device, device_address at, uint64_t size_bytes, bool read_only,
                                struct error *error)
{
    (void)read_only, (void)error;
    return note_touch(device, at, size_bytes, "protect");
}

/* Returns the declaration's parameter list, after "NAME(", or NULL. */
static inline const char *note_declaration(const struct source *source, const char *kernel)
{
    size_t length = strlen(kernel);
    for (const char *at = source->text; (at = strstr(at, kernel)); at += length) {
        const char *line = at;
        while (line > source->text && line[-1] != '\n')
            line--;
        bool whole = at == source->text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (whole && at[length] == '(' && strncmp(line, "//", 2) != 0)
            return at + length + 1;
    }
    return NULL;
}

static inline struct device_parameter note_parameter(const char *text)
{
    static const struct {
        const char *word;
        enum device_parameter_kind kind;
        uint32_t size;
    } types[] = {{"*", DEVICE_PARAMETER_INTEGER, 8},
                 {"CUtensorMap", DEVICE_PARAMETER_BYTES, 128},
                 {"long long", DEVICE_PARAMETER_INTEGER, 8},
                 {"double", DEVICE_PARAMETER_FLOAT, 8},
                 {"float", DEVICE_PARAMETER_FLOAT, 4},
                 {"__half", DEVICE_PARAMETER_BYTES, 2},
                 {"unsigned char", DEVICE_PARAMETER_INTEGER, 1},
                 {"", DEVICE_PARAMETER_INTEGER, 4}};
    size_t i = 0;
    while (!strstr(text, types[i].word))
        i++;
    return (struct device_parameter){.kind = types[i].kind, .size_bytes = types[i].size};
}

static inline bool note_parameters(struct device_module *module, const char *kernel, struct device_parameter *out,
                                   uint32_t capacity, uint32_t *out_count, struct error *error)
{
    struct note_device *device = (struct note_device *)module;
    const char *at = note_declaration(device->book->source, kernel);
    uint32_t count = 0, offset = 0;
    if (!at)
        return error_set(error, ERROR_NOT_FOUND, "the compiled file has no kernel '%s'", kernel);
    while (*at && *at != ')') {
        size_t length = strcspn(at, ",)");
        char text[256];
        snprintf(text, sizeof text, "%.*s", (int)(length < 255 ? length : 255), at);
        struct device_parameter parameter = note_parameter(text);
        uint32_t align = parameter.size_bytes == 128 ? 64 : parameter.size_bytes;
        parameter.offset_bytes = (offset + align - 1) / align * align;
        offset = parameter.offset_bytes + parameter.size_bytes;
        if (count < capacity)
            out[count] = parameter;
        count++;
        at += length + (at[length] == ',');
    }
    *out_count = count;
    return true;
}

static inline bool note_max_blocks(struct device_module *module, const char *kernel, uint32_t block_threads,
                                   uint32_t shared_bytes, uint32_t *out_blocks, struct error *error)
{
    (void)module, (void)kernel, (void)shared_bytes, (void)error;
    *out_blocks = 2048 / (block_threads ? block_threads : 1);
    return true;
}

static inline bool note_symbol(struct device_module *module, const char *name, device_address *out_address,
                               uint64_t *out_size_bytes, struct error *error)
{
    struct note_device *device = (struct note_device *)module;
    *out_size_bytes = 4096;
    return note_allocate(&device->base, 4096, name, out_address, error);
}

static inline bool note_tensor_map(struct device *device, const struct device_tensor_map *map,
                                   uint8_t out_bytes[DEVICE_TENSOR_MAP_BYTES], struct error *error)
{
    (void)error;
    memset(out_bytes, 0x5a, DEVICE_TENSOR_MAP_BYTES);
    return note_touch(device, map->address, 1, "tensor map");
}

static inline bool note_launch(struct device *device, struct device_module *module, const struct device_launch *launch,
                               struct error *error)
{
    (void)module, (void)error;
    struct note_device *self = note_self(device);
    struct note *note = &self->book->notes[self->book->note_count++ % SUPPORT_NOTES_MAX];
    *note = (struct note){.rank = self->rank, .launch = *launch};
    snprintf(note->kernel, sizeof note->kernel, "%s", launch->kernel);
    memcpy(note->arguments, launch->arguments,
           launch->argument_bytes < sizeof note->arguments ? launch->argument_bytes : sizeof note->arguments);
    if (self->book->fault_at && self->book->note_count == (size_t)self->book->fault_at)
        device->observation->faulted = true;
    return true;
}

static inline bool note_synchronise(struct device *device, struct error *error)
{
    (void)error;
    note_self(device)->book->synchronised++;
    return true;
}

static inline bool note_enable_peers(struct device **devices, int count, struct error *error)
{
    (void)devices, (void)count, (void)error;
    return true;
}

static const struct device_vtable note_vtable = {
    .allocate = note_allocate,
    .release = note_release,
    .write = note_write,
    .fill = note_fill,
    .copy = note_copy,
    .poison = note_poison,
    .protect = note_protect,
    .kernel_parameters = note_parameters,
    .max_blocks = note_max_blocks,
    .symbol = note_symbol,
    .tensor_map = note_tensor_map,
    .launch = note_launch,
    .synchronise = note_synchronise,
    .enable_peers = note_enable_peers,
};

static inline void note_open(struct note_device *devices, int count, struct note_book *book,
                             const struct source *source)
{
    book->source = source;
    book->next_address = 0x10000;
    for (int i = 0; i < count; i++) {
        devices[i] = (struct note_device){.base = {.vtable = &note_vtable,
                                                   .properties = {.sm_count = 132,
                                                                  .compute_major = 9,
                                                                  .warp_lanes = 32,
                                                                  .measures_time = book->has_streams,
                                                                  .memory_bytes = UINT64_C(80) << 30}},
                                          .book = book,
                                          .rank = i};
        devices[i].base.observation = &devices[i].observation;
        devices[i].base.modelling = book->modelling;
    }
}

/* --- running a file on it --------------------------------------------------------------------- */

struct support_names {
    const struct plan_file *file;
    int devices;
};

static inline bool support_lookup(void *context, const char *name, struct value *out_value)
{
    const struct support_names *names = context;
    for (size_t i = 0; i < names->file->parameter_count; i++)
        if (strcmp(names->file->parameters[i].name, name) == 0) {
            *out_value = names->file->values[i];
            return true;
        }
    if (strcmp(name, "ranks") != 0)
        return false;
    *out_value = (struct value){.integer = names->devices, .real = names->devices};
    return true;
}

static inline bool support_elements(const struct plan_file *file, const struct parameter *parameter, uint64_t *out,
                                    struct error *error)
{
    struct support_names names = {file, file->devices};
    struct expression_environment environment = {.lookup = support_lookup, .context = &names};
    *out = 1;
    for (int i = 0; i < parameter->rank; i++) {
        int64_t extent = 0;
        if (!expression_evaluate_integer(parameter->shape[i], &environment, &extent, error))
            return false;
        *out *= (uint64_t)extent;
    }
    return true;
}

/* Allocates the parameters on every device and runs the plan once. `lowered_names` may be NULL. */
static inline bool plan_file_run_on(const struct plan_file *file, const struct plan *plan, struct device **devices,
                                    struct device_module **modules, const char *const *lowered_names,
                                    struct plan_outcome *out_outcome, struct error *error)
{
    struct plan_argument arguments[SUPPORT_PARAMETERS_MAX] = {0};
    device_address addresses[SUPPORT_PARAMETERS_MAX][DEVICE_COUNT_MAX];
    for (size_t i = 0; i < file->parameter_count; i++) {
        const struct parameter *parameter = &file->parameters[i];
        arguments[i] = (struct plan_argument){.parameter = parameter, .scalar = file->values[i]};
        arguments[i].addresses = addresses[i];
        if (parameter->role == PARAMETER_SCALAR)
            continue;
        if (!support_elements(file, parameter, &arguments[i].element_count, error))
            return false;
        uint64_t size_bytes = arguments[i].element_count * dtype_bytes(parameter->dtype);
        for (int rank = 0; rank < file->devices; rank++)
            if (!devices[rank]->vtable->allocate(devices[rank], size_bytes, parameter->name, &addresses[i][rank],
                                                 error))
                return false;
    }
    struct plan_bindings bindings = {.devices = devices,
                                     .modules = modules,
                                     .device_count = file->devices,
                                     .arguments = arguments,
                                     .argument_count = file->parameter_count,
                                     .choice = file->choice,
                                     .lowered_names = lowered_names,
                                     .stage = file->stage,
                                     .stage_context = file->stage_context,
                                     .timeline = file->timeline};
    return plan_execute(plan, &bindings, out_outcome, error);
}

/* Runs the plan on devices that take notes. */
static inline bool plan_file_run(const struct plan_file *file, const struct plan *plan, struct note_book *book,
                                 struct plan_outcome *out_outcome, struct error *error)
{
    struct note_device devices[DEVICE_COUNT_MAX];
    struct device *pointers[DEVICE_COUNT_MAX];
    struct device_module *modules[DEVICE_COUNT_MAX];
    note_open(devices, file->devices, book, &file->source);
    for (int rank = 0; rank < file->devices; rank++) {
        pointers[rank] = &devices[rank].base;
        modules[rank] = (struct device_module *)&devices[rank];
    }
    return plan_file_run_on(file, plan, pointers, modules, NULL, out_outcome, error);
}

#endif
