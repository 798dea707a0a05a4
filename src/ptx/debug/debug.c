/* Reads the variables of each function from the debug data. */
#include "ptx/debug.h"

#include <limits.h>
#include <string.h>

#include "base/buffer.h"
#include "base/mangled.h"
#include "ptx/debug/place.h"
#include "ptx/debug/shared_variable.h"

enum { DEPTH_MAX = 64, VARIABLES_MAX = 1 << 14, SCOPES_MAX = DEPTH_MAX + 1 };

/* The PTX lines of a block of the source. */
struct scope {
    int first, end;
};

struct debug_reader {
    struct arena *arena;
    struct dwarf dwarf;
    struct type_table types;
    struct buffer functions; /* struct ptx_debug_function */
    struct buffer variables; /* of the function that is being read */
    struct buffer globals;   /* of the whole program */
    const char *function;    /* NULL: outside of functions */
};

/* --- variables -------------------------------------------------------------------------------- */

static int line_of(const struct dwarf_entry *entry, enum dwarf_attribute attribute, int otherwise)
{
    const struct dwarf_value *value = &entry->values[attribute];
    return value->kind != DWARF_NUMBER ? otherwise : value->number > INT_MAX ? INT_MAX : (int)value->number;
}

/* An inlined variable has its name and type in the entry that it repeats. */
static void take_origin(struct debug_reader *reader, struct dwarf_entry *entry)
{
    static const enum dwarf_attribute taken[] = {DWARF_NAME, DWARF_LINKAGE_NAME, DWARF_TYPE, DWARF_LINE};
    struct dwarf_entry origin;
    const struct dwarf_value *link = &entry->values[DWARF_ORIGIN];
    if (link->kind != DWARF_ENTRY || !dwarf_read(&reader->dwarf, link->number, &origin))
        return;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (entry->values[taken[i]].kind == DWARF_NONE)
            entry->values[taken[i]] = origin.values[taken[i]];
}

static void add_variable(struct debug_reader *reader, const struct dwarf_entry *given, struct scope scope)
{
    struct dwarf_entry entry = *given;
    struct buffer *to = reader->function ? &reader->variables : &reader->globals;
    take_origin(reader, &entry);
    struct ptx_debug_variable variable = {.name = arena_strdup(reader->arena, dwarf_text(&entry, DWARF_NAME)),
                                          .type = type_of(&reader->types, &entry),
                                          .line = line_of(&entry, DWARF_LINE, 0),
                                          .first = scope.first,
                                          .end = scope.end,
                                          .is_parameter = entry.tag == DWARF_PARAMETER};
    place_read(&reader->dwarf, &entry, reader->arena, &variable);
    if (*variable.name && to->size_bytes / sizeof variable < VARIABLES_MAX)
        buffer_append(to, &variable, sizeof variable);
}

static void end_function(struct debug_reader *reader, const char *name, struct buffer *variables)
{
    struct ptx_debug_function function = {
        .name = name,
        .variables = arena_memdup(reader->arena, buffer_text(variables), variables->size_bytes),
        .variable_count = (uint32_t)(variables->size_bytes / sizeof(struct ptx_debug_variable))};
    buffer_append(&reader->functions, &function, sizeof function);
    buffer_clear(variables);
}

/* --- entries ---------------------------------------------------------------------------------- */

static bool is_block(uint32_t tag)
{
    return tag == DWARF_BLOCK || tag == DWARF_INLINED || tag == DWARF_FUNCTION;
}

static void begin_function(struct debug_reader *reader, const struct dwarf_entry *entry)
{
    const char *linkage = dwarf_text(entry, DWARF_LINKAGE_NAME);
    reader->function = arena_strdup(reader->arena, *linkage ? linkage : dwarf_text(entry, DWARF_NAME));
}

static bool read_unit(struct debug_reader *reader)
{
    struct scope scopes[SCOPES_MAX] = {{0, INT_MAX}};
    struct dwarf_entry entry = {.next = reader->dwarf.first};
    uint32_t depth = 0, function_depth = 0;
    while (entry.next < reader->dwarf.end) {
        if (!dwarf_read(&reader->dwarf, entry.next, &entry))
            return false;
        if (entry.tag == 0) {
            if (depth == 0) /* zeros fill the end */
                break;
            depth--;
            if (reader->function && depth == function_depth) {
                end_function(reader, reader->function, &reader->variables);
                reader->function = NULL;
            }
            continue;
        }
        struct scope scope = scopes[depth];
        if (is_block(entry.tag)) {
            scope = (struct scope){line_of(&entry, DWARF_LOW, scope.first), line_of(&entry, DWARF_HIGH, scope.end)};
            if (entry.tag == DWARF_FUNCTION && !reader->function && entry.has_children) {
                begin_function(reader, &entry);
                function_depth = depth;
            }
        } else if (entry.tag == DWARF_STRUCTURE || entry.tag == DWARF_CLASS || entry.tag == DWARF_UNION) {
            scope = (struct scope){0}; /* parameters of its functions are no variables */
        } else if (entry.tag == DWARF_VARIABLE || entry.tag == DWARF_PARAMETER) {
            add_variable(reader, &entry, scope);
        }
        if (entry.has_children && depth + 1 >= SCOPES_MAX)
            return error_tell(reader->dwarf.error, ERROR_RANGE, "the debug data is nested too deeply");
        if (entry.has_children)
            scopes[++depth] = scope;
    }
    return true;
}

static bool read_units(struct debug_reader *reader, const struct sections *sections, struct error *error)
{
    uint64_t next = 0;
    while (next < sections->items[SECTION_INFO].size_bytes) {
        struct type_table types = {.arena = reader->arena, .dwarf = &reader->dwarf};
        /* names of types are looked up across units: shared variables need them */
        if (!dwarf_open(&reader->dwarf, sections, next, reader->arena, &next, error))
            return false;
        if (!reader->types.arena)
            reader->types = types;
        if (!read_unit(reader))
            return false;
    }
    return true;
}

/* --- shared variables of functions ------------------------------------------------------------ */

static bool is_known(const struct buffer *variables, const char *name)
{
    const struct ptx_debug_variable *items = (const struct ptx_debug_variable *)(const void *)variables->data;
    for (size_t i = 0; i < variables->size_bytes / sizeof *items; i++)
        if (items[i].place_count && strcmp(items[i].places[0].name, name) == 0)
            return true;
    return false;
}

static void add_shared(struct debug_reader *reader, const struct ptx_variable *shared, const struct source *kernel,
                       struct buffer *to)
{
    struct ptx_debug_variable variable = {.end = INT_MAX, .is_shared = true, .place_count = 1};
    variable.name = mangled_readable(reader->arena, shared->name);
    if (shared->space != PTX_SPACE_SHARED || is_known(&reader->globals, shared->name) ||
        !shared_variable_find(&reader->types, kernel, variable.name, shared->size_bytes, reader->arena, &variable))
        return;
    struct ptx_debug_place *place = ARENA_NEW(reader->arena, struct ptx_debug_place);
    *place = (struct ptx_debug_place){.end = INT_MAX, .kind = PTX_DEBUG_VARIABLE, .name = shared->name};
    variable.places = place;
    buffer_append(to, &variable, sizeof variable);
}

/* Puts the shared variables of a function after those that the data has. */
static void add_shared_of_functions(struct debug_reader *reader, const struct ptx_program *program,
                                    const struct source *kernel)
{
    struct ptx_debug_function *functions = (struct ptx_debug_function *)(void *)reader->functions.data;
    for (size_t i = 0; i < reader->functions.size_bytes / sizeof *functions; i++) {
        const struct ptx_function *function = ptx_find_function(program, functions[i].name);
        struct buffer variables CLEANUP(buffer_done) = BUFFER_INIT;
        uint32_t count = functions[i].variable_count;
        if (count)
            buffer_append(&variables, functions[i].variables, count * sizeof *functions[i].variables);
        for (uint32_t v = 0; function && v < function->variable_count; v++)
            add_shared(reader, function->variables[v], kernel, &variables);
        functions[i].variable_count = (uint32_t)(variables.size_bytes / sizeof *functions[i].variables);
        functions[i].variables = arena_memdup(reader->arena, buffer_text(&variables), variables.size_bytes);
    }
}

/* Whether the variable is in shared memory. The compiler moves some into their only function. */
static bool is_in_shared(const struct ptx_program *program, const char *name)
{
    const struct ptx_variable *variable = ptx_find_variable(program, name);
    for (uint32_t f = 0; !variable && f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f].variable_count; i++)
            if (strcmp(program->functions[f].variables[i]->name, name) == 0)
                variable = program->functions[f].variables[i];
    return variable && variable->space == PTX_SPACE_SHARED;
}

/* Marks module variables in shared memory, and adds those that the data leaves out. */
static void finish_globals(struct debug_reader *reader, const struct ptx_program *program, const struct source *kernel)
{
    struct ptx_debug_variable *globals = (struct ptx_debug_variable *)(void *)reader->globals.data;
    for (size_t i = 0; i < reader->globals.size_bytes / sizeof *globals; i++) {
        globals[i].is_shared = globals[i].place_count && is_in_shared(program, globals[i].places[0].name);
    }
    for (uint32_t i = 0; kernel && i < program->variable_count; i++)
        add_shared(reader, program->variables[i], kernel, &reader->globals);
    end_function(reader, "", &reader->globals);
}

/* --- the whole -------------------------------------------------------------------------------- */

static bool read_all(struct debug_reader *reader, const struct sections *sections, const struct ptx_program *program,
                     const struct source *kernel, struct error *error)
{
    if (!sections->items[SECTION_INFO].size_bytes)
        return error_tell(error, ERROR_NOT_FOUND, "the program has no debug data");
    if (!read_units(reader, sections, error))
        return false;
    if (kernel)
        add_shared_of_functions(reader, program, kernel);
    finish_globals(reader, program, kernel);
    return true;
}

struct ptx_debug *ptx_debug_read(struct arena *arena, const struct source *ptx, const struct ptx_program *program,
                                 const struct source *kernel, struct error *error)
{
    struct sections sections;
    struct debug_reader reader = {.arena = arena};
    struct ptx_debug *debug = NULL;
    if (!sections_read(arena, ptx, &sections, error))
        return NULL;
    if (read_all(&reader, &sections, program, kernel, error)) {
        debug = ARENA_NEW(arena, struct ptx_debug);
        debug->function_count = (uint32_t)(reader.functions.size_bytes / sizeof(struct ptx_debug_function));
        debug->functions = arena_memdup(arena, buffer_text(&reader.functions), reader.functions.size_bytes);
    }
    buffer_done(&reader.functions);
    buffer_done(&reader.variables);
    buffer_done(&reader.globals);
    return debug;
}

const struct ptx_debug_function *ptx_debug_function(const struct ptx_debug *debug, const char *name)
{
    for (uint32_t i = 0; i < debug->function_count; i++)
        if (strcmp(debug->functions[i].name, name) == 0)
            return &debug->functions[i];
    return NULL;
}

const struct ptx_debug_place *ptx_debug_place(const struct ptx_debug_variable *variable, int ptx_line)
{
    for (uint32_t i = 0; i < variable->place_count; i++)
        if (variable->places[i].first <= ptx_line && ptx_line < variable->places[i].end)
            return &variable->places[i];
    return NULL;
}
