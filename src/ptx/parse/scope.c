/* Scopes and bindings. */
#include "ptx/parse/scope.h"

void scopes_init(struct ptx_scopes *scopes, struct arena *arena, struct ptx_names *names)
{
    scopes->arena = arena;
    scopes->names = names;
    scopes->depth = 0;
    scopes->stack[0] = (struct ptx_scope){0};
}

bool scope_enter(struct ptx_scopes *scopes)
{
    if (scopes->depth + 1 >= PTX_SCOPE_DEPTH_MAX)
        return false;
    scopes->stack[++scopes->depth] = (struct ptx_scope){0};
    return true;
}

void scope_leave(struct ptx_scopes *scopes)
{
    struct ptx_scope *scope = &scopes->stack[scopes->depth--];
    for (struct ptx_binding *binding = scope->bindings; binding; binding = binding->sibling)
        binding->name->binding = binding->shadowed;
    for (struct ptx_range *range = scope->ranges; range; range = range->sibling)
        range->stem->range = range->shadowed;
}

struct ptx_binding *scope_bind_at(struct ptx_scopes *scopes, uint32_t depth, struct ptx_name *name,
                                  enum ptx_binding_kind kind)
{
    if (name->binding && name->binding->depth >= depth)
        return NULL;
    struct ptx_scope *scope = &scopes->stack[depth];
    struct ptx_binding *binding = ARENA_NEW(scopes->arena, struct ptx_binding);
    binding->kind = kind;
    binding->depth = depth;
    binding->name = name;
    binding->shadowed = name->binding;
    binding->sibling = scope->bindings;
    scope->bindings = binding;
    name->binding = binding;
    return binding;
}

struct ptx_binding *scope_bind(struct ptx_scopes *scopes, struct ptx_name *name, enum ptx_binding_kind kind)
{
    return scope_bind_at(scopes, scopes->depth, name, kind);
}

bool scope_bind_range(struct ptx_scopes *scopes, struct ptx_name *stem, uint32_t count, enum ptx_type type,
                      uint8_t vector)
{
    if (stem->range && stem->range->depth == scopes->depth)
        return false;
    struct ptx_scope *scope = &scopes->stack[scopes->depth];
    struct ptx_range *range = ARENA_NEW(scopes->arena, struct ptx_range);
    *range = (struct ptx_range){scopes->depth, count, type, vector, stem, stem->range, scope->ranges};
    scope->ranges = range;
    stem->range = range;
    return true;
}

static struct ptx_binding *bind_from_range(struct ptx_scopes *scopes, struct ptx_name *name,
                                           const struct ptx_range *range)
{
    struct ptx_binding *binding = scope_bind_at(scopes, range->depth, name, PTX_BINDING_REGISTER);
    binding->type = range->type;
    binding->vector = range->vector;
    return binding;
}

struct ptx_binding *scope_meaning(struct ptx_scopes *scopes, struct ptx_name *name)
{
    if (!name->is_classified)
        names_classify(scopes->names, name);
    const struct ptx_range *range = name->stem && !name->is_dotted ? name->stem->range : NULL;
    struct ptx_binding *binding = name->binding;
    if (!range || name->number >= range->count || (binding && binding->depth >= range->depth))
        return binding;
    return bind_from_range(scopes, name, range);
}
