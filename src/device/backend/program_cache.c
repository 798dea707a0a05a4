/* Parsed programs by the hash of their PTX. */
#include "device/backend/program_cache.h"

#include <stdlib.h>
#include <string.h>

struct program_cache *program_cache_share(struct program_cache *kept, int references)
{
    struct program_cache *cache = kept ? kept : calloc(1, sizeof *cache);
    if (!cache)
        abort();
    cache->references += references;
    return cache;
}

static void free_program(struct cached_program *program)
{
    arena_free(program->arena);
    free(program);
}

static void free_spare(struct program_cache *cache, struct program_spare *spare)
{
    if (!spare->module)
        return;
    cache->free_module(spare->module);
    spare->program->references--;
    *spare = (struct program_spare){0};
}

void program_cache_release(struct program_cache *cache)
{
    if (--cache->references > 0)
        return;
    for (size_t i = 0; i < PROGRAM_SPARES; i++)
        free_spare(cache, &cache->spares[i]);
    while (cache->first) {
        struct cached_program *gone = cache->first;
        cache->first = gone->next;
        free_program(gone);
    }
    free(cache);
}

static struct cached_program *find(struct program_cache *cache, const char *hash, bool is_source)
{
    for (struct cached_program *at = cache->first; at; at = at->next)
        if (strcmp(at->hash, hash) == 0 && at->is_source == is_source)
            return at;
    return NULL;
}

/* Frees the least recently used program without a holder, if there are too many. */
static void evict(struct program_cache *cache)
{
    struct cached_program **oldest = NULL;
    int count = 0;
    for (struct cached_program **link = &cache->first; *link; link = &(*link)->next) {
        count++;
        if ((*link)->references == 0 && (!oldest || (*link)->last_use < (*oldest)->last_use))
            oldest = link;
    }
    if (count <= PROGRAM_CACHE_SIZE || !oldest)
        return;
    struct cached_program *gone = *oldest;
    *oldest = gone->next;
    free_program(gone);
}

static bool first_error(const struct diagnostics *diagnostics, const char *name, struct error *error)
{
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, i);
        if (diagnostic->severity == DIAGNOSTIC_ERROR)
            return error_tell(error, ERROR_SYNTAX, "PTX of %s, line %d, column %d: %s", name, diagnostic->location.line,
                              diagnostic->location.column, diagnostic->told);
    }
    return error_tell(error, ERROR_SYNTAX, "PTX of %s does not parse", name);
}

static struct cached_program *parse(const char *hash, const struct device_image *image, struct error *error)
{
    struct arena *arena = arena_new();
    struct source source = {.name = image->source_name ? image->source_name : "the kernel",
                            .text = image->ptx,
                            .size_bytes = image->ptx_bytes};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    const struct ptx_program *program =
        image->ptx_is_source ? ptx_parse_source(arena, &source, diagnostics) : ptx_parse(arena, &source, diagnostics);
    if (!program) {
        first_error(diagnostics, source.name, error);
        arena_free(arena);
        return NULL;
    }
    struct cached_program *cached = calloc(1, sizeof *cached);
    if (!cached)
        abort();
    memcpy(cached->hash, hash, HASH_HEX_BYTES);
    cached->is_source = image->ptx_is_source;
    cached->arena = arena;
    cached->program = program;
    return cached;
}

struct cached_program *program_cache_get(struct program_cache *cache, const struct device_image *image,
                                         struct error *error)
{
    char hash[HASH_HEX_BYTES];
    hash_bytes(image->ptx, image->ptx_bytes, hash);
    struct cached_program *found = find(cache, hash, image->ptx_is_source);
    if (!found) {
        found = parse(hash, image, error);
        if (!found)
            return NULL;
        cache->parses++;
        found->next = cache->first;
        cache->first = found;
    }
    found->references++;
    found->last_use = ++cache->uses;
    evict(cache);
    return found;
}

void program_cache_put(struct program_cache *cache, struct cached_program *program)
{
    program->references--;
    evict(cache);
}

void program_cache_keep(struct program_cache *cache, struct cached_program *program, void *module,
                        void (*free_module)(void *module))
{
    cache->free_module = free_module;
    free_spare(cache, &cache->spares[PROGRAM_SPARES - 1]);
    memmove(cache->spares + 1, cache->spares, (PROGRAM_SPARES - 1) * sizeof *cache->spares);
    cache->spares[0] = (struct program_spare){program, module};
}

void *program_cache_take(struct program_cache *cache, struct cached_program *program)
{
    for (size_t i = 0; i < PROGRAM_SPARES; i++) {
        void *module = cache->spares[i].module;
        if (!module || cache->spares[i].program != program)
            continue;
        memmove(cache->spares + i, cache->spares + i + 1, (PROGRAM_SPARES - 1 - i) * sizeof *cache->spares);
        cache->spares[PROGRAM_SPARES - 1] = (struct program_spare){0};
        program_cache_put(cache, program);
        return module;
    }
    return NULL;
}
