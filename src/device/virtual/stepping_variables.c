/* The variables of the kernel's source that are in scope, as plain data. */
#include <stdio.h>
#include <string.h>

#include "device/virtual/virtual.h"

enum { LANES = VGPU_STEP_LANES, VISITS_MAX = 256 };

struct collector {
    const struct stepping *stepping;
    const char *function;
    int line, ptx_line; /* executed next */
    uint32_t lanes;     /* that the launch gave the warp */
    struct stepping_variable *variables;
    uint32_t count;
    uint32_t visits_left; /* parts of the present variable, to bound the work */
};

/* Where a variable is: in a register, or in memory at an address for each lane or element. */
struct where {
    bool is_register;
    uint32_t lanes;   /* lanes or elements that have a place */
    uint32_t defined; /* register: lanes that were set */
    uint64_t bits[LANES], addresses[LANES];
};

/* --- numbers ---------------------------------------------------------------------------------- */

/* IEEE half precision -> the bits of an f32. */
static uint64_t bits_of_half(uint64_t half)
{
    float value = (float)(half & 0x3ff);
    uint32_t exponent = half >> 10 & 31, bits;
    if (exponent == 31)
        value = half & 0x3ff ? __builtin_nanf("") : __builtin_inff();
    else if (exponent)
        value = __builtin_ldexpf(value + 1024, (int)exponent - 25);
    else
        value = __builtin_ldexpf(value, -24);
    memcpy(&bits, &value, sizeof bits);
    return bits | (half & 0x8000) << 16;
}

static enum stepping_kind kind_of(const struct ptx_debug_type *type)
{
    static const enum stepping_kind kinds[] = {
        [PTX_DEBUG_OTHER] = STEPPING_OTHER,       [PTX_DEBUG_SIGNED] = STEPPING_SIGNED,
        [PTX_DEBUG_UNSIGNED] = STEPPING_UNSIGNED, [PTX_DEBUG_CHARACTER] = STEPPING_CHARACTER,
        [PTX_DEBUG_BOOLEAN] = STEPPING_BOOLEAN,   [PTX_DEBUG_FLOAT] = STEPPING_FLOAT,
        [PTX_DEBUG_BFLOAT] = STEPPING_FLOAT,      [PTX_DEBUG_POINTER] = STEPPING_POINTER,
        [PTX_DEBUG_REFERENCE] = STEPPING_POINTER, [PTX_DEBUG_ARRAY] = STEPPING_GROUP,
        [PTX_DEBUG_STRUCTURE] = STEPPING_GROUP,
    };
    return kinds[type->kind];
}

/* The value as the view has it: extended or converted. */
static uint64_t value_of(const struct ptx_debug_type *type, uint64_t bits)
{
    uint32_t unused = 64 - 8 * (uint32_t)type->size_bytes;
    bits = bits << unused >> unused;
    if (type->kind == PTX_DEBUG_SIGNED)
        return (uint64_t)((int64_t)(bits << unused) >> unused);
    if (type->kind == PTX_DEBUG_BFLOAT)
        return bits << 16;
    return type->kind == PTX_DEBUG_FLOAT && type->size_bytes == 2 ? bits_of_half(bits) : bits;
}

/* --- places ----------------------------------------------------------------------------------- */

static bool find_where(const struct collector *collector, const struct ptx_debug_place *place, struct where *out)
{
    struct vgpu_step *step = collector->stepping->step;
    struct vgpu_step_register found;
    uint64_t start, size_bytes;
    *out = (struct where){.lanes = collector->lanes};
    if (place->kind == PTX_DEBUG_VARIABLE) {
        for (uint32_t lane = 0; lane < LANES; lane++) {
            if (!vgpu_step_variable(step, place->name, lane, &start, &size_bytes))
                return false;
            out->addresses[lane] = start + (uint64_t)place->offset_bytes;
        }
        return true;
    }
    if (!vgpu_step_own_register(step, place->name, &found))
        return false;
    out->is_register = place->kind == PTX_DEBUG_REGISTER;
    out->defined = found.defined;
    memcpy(out->bits, found.values, sizeof out->bits);
    for (uint32_t lane = 0; lane < LANES; lane++)
        out->addresses[lane] = found.values[lane] + (uint64_t)place->offset_bytes;
    if (!out->is_register)
        out->lanes &= found.defined;
    return true;
}

/* `size_bytes` at an offset: values, and a mask of those that were set. */
static uint32_t read_where(const struct collector *collector, const struct where *where, uint64_t offset,
                           uint32_t size_bytes, uint64_t out_bits[LANES])
{
    uint32_t defined = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        bool is_defined = where->is_register && where->defined >> lane & 1;
        out_bits[lane] = 0;
        if (!(where->lanes >> lane & 1))
            continue;
        if (where->is_register)
            out_bits[lane] = offset < 8 ? where->bits[lane] >> 8 * offset : 0;
        else if (!vgpu_step_peek(collector->stepping->step, lane, where->addresses[lane] + offset, size_bytes,
                                 &out_bits[lane], &is_defined))
            is_defined = false;
        defined |= (uint32_t)is_defined << lane;
    }
    return defined;
}

/* A reference stands for what it refers to. */
static const struct ptx_debug_type *follow(const struct collector *collector, const struct ptx_debug_type *type,
                                           struct where *where)
{
    struct where target = {0};
    if (type->kind != PTX_DEBUG_REFERENCE || !type->element)
        return type;
    target.lanes = read_where(collector, where, 0, 8, target.addresses);
    *where = target;
    return type->element;
}

/* --- variables and their parts ---------------------------------------------------------------- */

static struct stepping_variable *add(struct collector *collector, const char *name, const struct ptx_debug_type *type,
                                     uint32_t depth)
{
    if (collector->count == STEPPING_VARIABLES_MAX)
        return NULL;
    struct stepping_variable *variable = &collector->variables[collector->count++];
    *variable = (struct stepping_variable){.kind = kind_of(type), .place = STEPPING_THERE, .depth = depth};
    snprintf(variable->name, sizeof variable->name, "%s", name);
    snprintf(variable->type, sizeof variable->type, "%s", type->name);
    return variable;
}

static void describe_target(const struct collector *collector, const struct ptx_debug_type *type,
                            struct stepping_variable *variable)
{
    uint64_t bytes = type->element ? type->element->size_bytes : 0;
    variable->element_bytes = bytes <= UINT32_MAX ? (uint32_t)bytes : 0;
    if (!variable->defined)
        return;
    uint64_t address = variable->values[__builtin_ctz(variable->defined)];
    struct vgpu_step_target target = vgpu_step_target(collector->stepping->step, address);
    snprintf(variable->buffer, sizeof variable->buffer, "%s", target.name);
    variable->start = target.start;
    variable->size_bytes = target.size_bytes;
}

static void fill_value(const struct collector *collector, const struct where *where, uint64_t offset,
                       const struct ptx_debug_type *type, struct stepping_variable *variable)
{
    if (variable->kind == STEPPING_OTHER || type->size_bytes == 0 || type->size_bytes > 8) {
        variable->kind = STEPPING_OTHER;
        return;
    }
    variable->defined = read_where(collector, where, offset, (uint32_t)type->size_bytes, variable->values);
    for (uint32_t lane = 0; lane < LANES; lane++)
        variable->values[lane] = value_of(type, variable->values[lane]);
    variable->bits = variable->kind == STEPPING_FLOAT && type->size_bytes == 2 ? 32 : 8 * (uint32_t)type->size_bytes;
    if (variable->kind == STEPPING_POINTER)
        describe_target(collector, type, variable);
}

/* The parts of an array or structure, as far as they fit. `group` is its index. */
static void add_parts(struct collector *collector, const struct where *where, uint64_t offset,
                      const struct ptx_debug_type *type, const char *name, uint32_t group)
{
    char part_name[STEPPING_NAME_BYTES];
    if (collector->visits_left == 0)
        return;
    collector->visits_left--;
    for (uint64_t i = 0; type->kind == PTX_DEBUG_ARRAY && i < type->count && collector->visits_left; i++) {
        snprintf(part_name, sizeof part_name, "%s[%llu]", name, (unsigned long long)i);
        add_parts(collector, where, offset + i * type->element->size_bytes, type->element, part_name, group);
    }
    for (uint32_t i = 0; type->kind == PTX_DEBUG_STRUCTURE && i < type->member_count && collector->visits_left; i++) {
        const struct ptx_debug_member *member = &type->members[i];
        snprintf(part_name, sizeof part_name, "%s%s%s", name, *member->name ? "." : "", member->name);
        add_parts(collector, where, offset + member->offset_bytes, member->type, part_name, group);
    }
    if (type->kind == PTX_DEBUG_ARRAY || type->kind == PTX_DEBUG_STRUCTURE)
        return;
    struct stepping_variable *part =
        collector->count - group <= STEPPING_PARTS_MAX ? add(collector, name, type, 1) : NULL;
    if (!part) {
        collector->variables[group].hidden++;
        return;
    }
    part->is_shared = collector->variables[group].is_shared;
    part->element_count = collector->variables[group].element_count;
    fill_value(collector, where, offset, type, part);
}

static void fill(struct collector *collector, const struct where *where, const struct ptx_debug_type *type,
                 struct stepping_variable *variable)
{
    collector->visits_left = VISITS_MAX;
    variable->kind = kind_of(type);
    if (variable->kind == STEPPING_GROUP)
        add_parts(collector, where, 0, type, "", (uint32_t)(variable - collector->variables));
    else
        fill_value(collector, where, 0, type, variable);
}

/* --- shared variables ------------------------------------------------------------------------- */

/* The lowest element that the warp's last shared access touched; 0 if it was elsewhere. */
static uint64_t element_of_interest(const struct collector *collector, uint64_t start, uint64_t stride, uint64_t total)
{
    const struct vgpu_step_state *state = vgpu_step_state(collector->stepping->step);
    uint64_t found = UINT64_MAX;
    for (uint32_t i = 0; i < state->request_count; i++) {
        const struct vgpu_step_request *request = &state->requests[i];
        for (uint32_t lane = 0; request->space == VGPU_FINDING_SPACE_SHARED && lane < LANES; lane++) {
            uint64_t at = (request->addresses[lane] & UINT32_MAX) - (start & UINT32_MAX);
            if (request->mask >> lane & 1 && at / stride < total && at / stride < found)
                found = at / stride;
        }
    }
    return found == UINT64_MAX ? 0 : found;
}

/* "[3][0..31]": the elements [first, first + count) of one row. */
static void name_elements(const struct ptx_debug_type *type, uint64_t first, uint32_t count, uint64_t total,
                          struct stepping_variable *variable)
{
    size_t length = 0;
    uint64_t below = total;
    for (; type->kind == PTX_DEBUG_ARRAY && length < sizeof variable->elements; type = type->element) {
        bool is_last = type->element->kind != PTX_DEBUG_ARRAY;
        below = type->count ? below / type->count : below;
        uint64_t index = is_last ? first : below ? first / below : 0;
        first -= is_last ? 0 : index * below;
        int written = is_last && count > 1
                          ? snprintf(variable->elements + length, sizeof variable->elements - length, "[%llu..%llu]",
                                     (unsigned long long)index, (unsigned long long)(index + count - 1))
                          : snprintf(variable->elements + length, sizeof variable->elements - length, "[%llu]",
                                     (unsigned long long)index);
        length += written > 0 ? (size_t)written : 0;
    }
}

/* Up to 32 elements of one row, around the warp's last access. */
static void fill_shared(struct collector *collector, const struct ptx_debug_place *place,
                        const struct ptx_debug_type *type, struct stepping_variable *variable)
{
    uint64_t start, size_bytes, row = 0;
    const struct ptx_debug_type *element = type;
    struct where where = {0};
    for (; element->kind == PTX_DEBUG_ARRAY; element = element->element)
        row = element->count;
    if (!element->size_bytes || !vgpu_step_variable(collector->stepping->step, place->name, 0, &start, &size_bytes)) {
        variable->kind = STEPPING_OTHER;
        return;
    }
    uint64_t total = size_bytes / element->size_bytes;
    row = row && row < total ? row : total;
    uint64_t first = row ? element_of_interest(collector, start, element->size_bytes, total) : 0;
    first -= row ? first % row % LANES : 0;
    uint64_t left = row ? row - first % row : 0;
    uint32_t count = left < LANES ? (uint32_t)left : LANES;
    count = total - first < count ? (uint32_t)(total - first) : count;
    where.lanes = count < 32 ? (1U << count) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        where.addresses[i] = start + (first + i) * element->size_bytes;
    variable->is_shared = 1;
    variable->element_count = count;
    name_elements(type, first, count, total, variable);
    fill(collector, &where, element, variable);
}

/* --- scope ------------------------------------------------------------------------------------ */

static bool is_in_scope(const struct collector *collector, const struct ptx_debug_variable *variable)
{
    return variable->first <= collector->ptx_line && collector->ptx_line < variable->end &&
           (variable->is_parameter || variable->is_shared || variable->line <= collector->line);
}

/* Registers of called functions are not followed: what is declared from here on is not set. */
static bool is_before_declaration(const struct collector *collector, const struct ptx_debug_variable *variable)
{
    bool is_called = strcmp(collector->function, collector->stepping->launch->kernel) != 0;
    return is_called && !variable->is_parameter && !variable->is_shared && variable->line >= collector->line;
}

/*
 * The view has the registers of the innermost function, which need not be of the kernel's file. The
 * register of a reference holds an address, not the value.
 */
static void name_register(const struct collector *collector, const struct ptx_debug_place *place,
                          const struct ptx_debug_type *type, struct stepping_variable *variable)
{
    const char *shown = vgpu_step_state(collector->stepping->step)->function;
    if (place->kind == PTX_DEBUG_REGISTER && type->kind != PTX_DEBUG_REFERENCE &&
        strcmp(shown, collector->function) == 0)
        snprintf(variable->held_in, sizeof variable->held_in, "%s", place->name);
}

static void add_variable(struct collector *collector, const struct ptx_debug_variable *given)
{
    const struct ptx_debug_place *place = ptx_debug_place(given, collector->ptx_line);
    struct stepping_variable *variable = add(collector, given->name, given->type, 0);
    struct where where;
    if (!variable)
        return;
    variable->is_parameter = given->is_parameter;
    variable->line = given->line;
    if (place && given->is_shared) {
        fill_shared(collector, place, given->type, variable);
        return;
    }
    bool is_set = place && !is_before_declaration(collector, given) && find_where(collector, place, &where);
    if (!is_set) {
        variable->place = given->place_count ? STEPPING_NOT_YET : STEPPING_NOWHERE;
        return;
    }
    name_register(collector, place, given->type, variable);
    fill(collector, &where, follow(collector, given->type, &where), variable);
}

/* An inner variable hides outer ones of its name. */
static bool is_hidden(const struct collector *collector, const struct ptx_debug_function *function, uint32_t index)
{
    for (uint32_t i = index + 1; i < function->variable_count; i++)
        if (strcmp(function->variables[i].name, function->variables[index].name) == 0 &&
            is_in_scope(collector, &function->variables[i]))
            return true;
    return false;
}

enum group { GROUP_LOCAL, GROUP_SHARED, GROUP_PARAMETER };

static enum group group_of(const struct ptx_debug_variable *variable)
{
    return variable->is_parameter ? GROUP_PARAMETER : variable->is_shared ? GROUP_SHARED : GROUP_LOCAL;
}

static void add_group(struct collector *collector, const struct ptx_debug_function *function, enum group group)
{
    for (uint32_t i = 0; function && i < function->variable_count; i++)
        if (group_of(&function->variables[i]) == group && is_in_scope(collector, &function->variables[i]) &&
            !is_hidden(collector, function, i))
            add_variable(collector, &function->variables[i]);
}

struct stepping_variable *stepping_variables(const struct stepping *stepping, struct stepping_view *view,
                                             struct arena *arena)
{
    const struct vgpu_step_state *state = vgpu_step_state(stepping->step);
    struct collector collector = {.stepping = stepping, .line = state->line, .lanes = state->started};
    collector.variables = ARENA_ARRAY(arena, STEPPING_VARIABLES_MAX + 1U, struct stepping_variable);
    if (!stepping->debug || !vgpu_step_place(stepping->step, &collector.function, &collector.ptx_line))
        return collector.variables;
    const struct ptx_debug_function *own = ptx_debug_function(stepping->debug, collector.function);
    const struct ptx_debug_function *whole = ptx_debug_function(stepping->debug, "");
    add_group(&collector, own, GROUP_LOCAL);
    add_group(&collector, own, GROUP_SHARED);
    add_group(&collector, whole, GROUP_SHARED);
    add_group(&collector, own, GROUP_PARAMETER);
    add_group(&collector, whole, GROUP_LOCAL); /* of the module: last, since a kernel need not use them */
    view->variable_count = collector.count;
    return collector.variables;
}
