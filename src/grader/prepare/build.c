/* Compiles the course's kernels once each, and the learner's file. */
#include "grader/prepare/build.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/hash.h"

enum { CACHE_ENTRIES = 64, COURSE_FILE_BYTES_MAX = 1 << 20, CANCEL_POLL_MS = 20 };

struct build_cache {
    struct built entries[CACHE_ENTRIES];
    size_t count;
};

struct build_cache *build_cache_new(void)
{
    struct build_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        abort();
    return cache;
}

static void forget_all(struct build_cache *cache)
{
    for (size_t i = 0; i < cache->count; i++)
        arena_free(cache->entries[i].arena);
    cache->count = 0;
}

void build_cache_free(struct build_cache *cache)
{
    if (!cache)
        return;
    forget_all(cache);
    free(cache);
}

static const struct built *find_built(const struct build_cache *cache, const char *key)
{
    for (size_t i = 0; i < cache->count; i++)
        if (!strcmp(cache->entries[i].key, key))
            return &cache->entries[i];
    return NULL;
}

bool build_wait(struct compiler *compiler, const struct build_watch *watch, struct arena *arena,
                struct compile_result **out_result, struct error *error)
{
    while (watch && watch->cancelled) {
        struct pollfd waited = {.fd = compiler_descriptor(compiler), .events = POLLIN};
        if (waited.fd < 0)
            break;
        int ready = poll(&waited, 1, CANCEL_POLL_MS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            break;
        if (watch->cancelled(watch->context)) {
            compiler_cancel(compiler);
            return error_set(error, ERROR_CANCELLED, "grading was cancelled");
        }
    }
    return compiler_finish(compiler, arena, out_result, error);
}

bool build_read_source(const char *root, const char *folder, const char *relative, struct arena *arena,
                       struct source *out_source, struct error *error)
{
    const char *path;
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    char *base = path_join(arena, root, folder);
    if (!path_resolve_inside(arena, base, relative, &path, error) ||
        !file_read(path, COURSE_FILE_BYTES_MAX, &text, error))
        return error_add_context(error, "%s/%s", folder, relative);
    *out_source = (struct source){.name = path_leaf(arena_strdup(arena, relative)),
                                  .text = arena_strndup(arena, buffer_text(&text), text.size_bytes),
                                  .size_bytes = text.size_bytes};
    return true;
}

static void hash_key(const struct built *built, const char *architecture, const char *exercise, char out_key[65])
{
    struct hash *hash CLEANUP(hash_free) = hash_new();
    const struct source *source = &built->source;
    hash_add_u64(hash, built->is_ptx_alone);
    hash_add_text(hash, architecture);
    hash_add_text(hash, exercise);
    hash_add_text(hash, source->name);
    hash_add_u64(hash, source->size_bytes);
    hash_add(hash, source->text, source->size_bytes);
    hash_finish(hash, out_key);
}

/* The exercise's parameters and the extra one. */
static const struct parameter *plan_parameters(const struct build_request *request, struct arena *arena,
                                               size_t *out_count)
{
    const struct exercise *exercise = request->exercise;
    size_t count = exercise->parameter_count;
    struct parameter *parameters = ARENA_ARRAY(arena, count + 1, struct parameter);
    if (count)
        memcpy(parameters, exercise->parameters, count * sizeof *parameters);
    if (request->extra)
        parameters[count++] = *request->extra;
    *out_count = count;
    return parameters;
}

static bool author_error(const struct source *source, const struct diagnostics *diagnostics, struct error *error)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    if (diagnostics_count(diagnostics))
        diagnostic_render(diagnostics_at(diagnostics, 0), &text);
    return error_set(error, ERROR_SYNTAX, "the course's kernel %s has a mistake: %s", source->name, buffer_text(&text));
}

static bool parse_plan(const struct build_request *request, struct built *built, struct error *error)
{
    size_t count;
    struct diagnostics *diagnostics = diagnostics_new(built->arena);
    const struct parameter *parameters = plan_parameters(request, built->arena, &count);
    built->plan = plan_parse(built->arena, &built->source, diagnostics);
    return (built->plan && plan_check(built->plan, &built->source, parameters, count, diagnostics)) ||
           author_error(&built->source, diagnostics, error);
}

static bool compile(struct compiler *compiler, const struct build_request *request, struct built *built,
                    struct error *error)
{
    if (request->exercise && !parse_plan(request, built, error))
        return false;
    struct compile_request compiled = {.source = &built->source,
                                       .architecture = request->architecture,
                                       .names = built->plan ? plan_name_expressions(built->plan, built->arena) : NULL,
                                       .want_cubin = !built->is_ptx_alone};
    if (!compiler_compile(compiler, &compiled, built->arena, &built->result, error))
        return false;
    return built->result->ok || author_error(&built->source, built->result->diagnostics, error);
}

bool build_file(struct build_cache *cache, struct compiler *compiler, const struct build_request *request,
                const struct built **out_built, struct error *error)
{
    struct built built = {.arena = arena_new(), .is_ptx_alone = request->is_ptx_alone};
    built.source = source_copy(built.arena, request->source);
    hash_key(&built, request->architecture, request->exercise ? request->exercise->id : "", built.key);
    *out_built = find_built(cache, built.key);
    if (*out_built || !compile(compiler, request, &built, error)) {
        arena_free(built.arena);
        return *out_built != NULL;
    }
    if (cache->count == CACHE_ENTRIES)
        forget_all(cache);
    cache->entries[cache->count] = built;
    *out_built = &cache->entries[cache->count++];
    return true;
}

struct job_program build_program(enum job_role role, const struct source *source, const struct plan *plan,
                                 const struct compile_result *result, struct arena *arena)
{
    const char *const *names = plan ? plan_name_expressions(plan, arena) : NULL;
    size_t count = 0;
    while (names && names[count])
        count++;
    struct job_program program = {.role = role,
                                  .parameter = "",
                                  .source = source_copy(arena, source),
                                  .ptx = arena_strndup(arena, result->ptx, result->ptx_bytes),
                                  .ptx_bytes = result->ptx_bytes,
                                  .cubin = arena_memdup(arena, result->cubin, result->cubin_bytes),
                                  .cubin_bytes = result->cubin_bytes,
                                  .lowered_name_count = result->lowered_names ? count : 0};
    program.lowered_names = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < program.lowered_name_count; i++)
        program.lowered_names[i] = result->lowered_names[i] ? arena_strdup(arena, result->lowered_names[i]) : NULL;
    return program;
}

struct job_program build_program_of(enum job_role role, const struct built *built, struct arena *arena)
{
    return build_program(role, &built->source, built->plan, built->result, arena);
}
