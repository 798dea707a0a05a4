/* Keeps modelled times of the course's kernels in a file. */
#include "grader/time/modelled/model_store.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "grader/verdict.h"

enum { STORE_BYTES_MAX = 4 << 20, STORE_ENTRIES_MAX = 512 };

struct model_store {
    struct arena *arena;
    const char *path; /* NULL: none */
    json_t *entries;  /* by key; NULL until the first lookup */
};

struct model_store *model_store_new(const char *state_dir)
{
    struct arena *arena = arena_new();
    struct model_store *store = ARENA_NEW(arena, struct model_store);
    *store =
        (struct model_store){.arena = arena, .path = state_dir ? path_join(arena, state_dir, MODEL_STORE_FILE) : NULL};
    return store;
}

void model_store_free(struct model_store *store)
{
    if (!store)
        return;
    json_decref(store->entries);
    arena_free(store->arena);
}

void model_store_key(const struct job *job, const char *architecture, const char *program, char out_key[HASH_HEX_BYTES])
{
    struct hash *hash CLEANUP(hash_free) = hash_new();
    struct file_stamp stamp = {0};
    file_stamp_read(program, &stamp, NULL);
    hash_add_text(hash, WARPSCHOOL_VERSION);
    hash_add_text(hash, VERDICT_MODEL_VERSION);
    hash_add_text(hash, architecture);
    hash_add_u64(hash, (uint64_t)stamp.mtime_ns);
    hash_add_u64(hash, stamp.size_bytes);
    job_hash(job, hash);
    hash_finish(hash, out_key);
}

static json_t *read_entries(const char *path)
{
    json_t *json = path ? json_read_file(path, STORE_BYTES_MAX, NULL) : NULL;
    if (json_is_object(json) && json_object_size(json) < STORE_ENTRIES_MAX)
        return json;
    json_decref(json);
    return json_object();
}

bool model_store_find(struct model_store *store, const char *key, struct model_figure *out_figure)
{
    if (!store->entries)
        store->entries = read_entries(store->path);
    const json_t *entry = json_object_get(store->entries, key);
    return entry && model_figure_is_intact(entry, key) && model_figure_from_json(entry, out_figure, NULL);
}

/* Another process may have added to the file in the meantime. */
static void write_entry(const struct model_store *store, const char *key, const json_t *entry)
{
    json_t *json CLEANUP(json_decref) = read_entries(store->path);
    json_object_set(json, key, (json_t *)entry);
    char *text = json_dumps(json, JSON_INDENT(1) | JSON_SORT_KEYS);
    if (text)
        file_write_atomic(store->path, text, strlen(text), NULL);
    free(text);
}

void model_store_keep(struct model_store *store, const char *key, const struct model_figure *figure)
{
    if (!store->entries)
        store->entries = read_entries(store->path);
    json_t *entry CLEANUP(json_decref) = model_figure_to_json(figure);
    model_figure_add_check(entry, key);
    json_object_set(store->entries, key, entry);
    if (store->path && figure->elapsed_ns > 0)
        write_entry(store, key, entry);
}
