/* Stores and loads compiled results. */
#include "compiler/result/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "compiler/options/options.h"
#include "compiler/options/shims.h"
#include "compiler/source_tokens.h"

/*
 * file   = "warpschool compile 1\n" sha256-hex "\n" body
 * body   = header-size "\n" header log ptx cubin        (header: JSON with the other sizes)
 */
static const char magic[] = "warpschool compile 1\n";
static const char suffix[] = ".compile";

enum { PREFIX_BYTES = sizeof magic - 1 + HASH_HEX_BYTES, FILE_BYTES_MAX = 64 * 1024 * 1024 };

void cache_key(const struct compile_request *request, const char *toolkit_version, char out_key[HASH_HEX_BYTES])
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(hash_free) struct hash *hash = hash_new();
    CLEANUP(buffer_done) struct buffer tokens = BUFFER_INIT;
    const char *const *options;
    size_t count = options_build(arena, request, NULL, &options);
    char shims[HASH_HEX_BYTES];
    shims_hash(shims);
    hash_add_text(hash, magic);
    hash_add_text(hash, WARPSCHOOL_VERSION);
    hash_add_text(hash, toolkit_version);
    hash_add_text(hash, shims);
    hash_add_u64(hash, request->want_cubin);
    hash_add_u64(hash, count);
    for (size_t i = 0; i < count; i++)
        hash_add_text(hash, options[i]);
    for (size_t i = 0; request->names && request->names[i]; i++)
        hash_add_text(hash, request->names[i]);
    hash_add_text(hash, NULL);
    source_tokens_append_in_place(&tokens, request->source->text, request->source->size_bytes);
    hash_add_u64(hash, tokens.size_bytes);
    hash_add(hash, buffer_text(&tokens), tokens.size_bytes);
    hash_finish(hash, out_key);
}

static char *entry_path(struct arena *arena, const char *folder, const char *key)
{
    return path_join(arena, folder, arena_printf(arena, "%s%s", key, suffix));
}

/* Takes `size` bytes off the front of the body. */
static bool take(const char **body, size_t *rest, int64_t size, const char **out_start)
{
    if (size < 0 || (uint64_t)size > *rest)
        return false;
    *out_start = *body;
    *body += size;
    *rest -= (size_t)size;
    return true;
}

static bool decode(const char *body, size_t rest, struct arena *arena, struct reply *out_reply)
{
    char *end;
    unsigned long header_bytes = strtoul(body, &end, 10);
    size_t skipped = (size_t)(end - body) + 1;
    if (end == body || *end != '\n' || skipped > rest || header_bytes > rest - skipped)
        return false;
    body += skipped;
    rest -= skipped;
    CLEANUP(json_decref) json_t *header = json_read(body, header_bytes, NULL);
    struct reply reply = {0};
    int64_t result, log_bytes, ptx_bytes, cubin_bytes;
    if (!header || !json_get_integer_in(header, "result", 0, 1000, &result, NULL) ||
        !json_get_u64(header, "elapsed_ns", &reply.elapsed_ns, NULL) ||
        !json_get_integer_in(header, "log", 0, FILE_BYTES_MAX, &log_bytes, NULL) ||
        !json_get_integer_in(header, "ptx", 0, FILE_BYTES_MAX, &ptx_bytes, NULL) ||
        !json_get_integer_in(header, "cubin", 0, FILE_BYTES_MAX, &cubin_bytes, NULL) ||
        !reply_read_names(header, arena, &reply))
        return false;
    body += header_bytes;
    rest -= header_bytes;
    const char *log, *ptx, *cubin;
    if (!take(&body, &rest, log_bytes, &log) || !take(&body, &rest, ptx_bytes, &ptx) ||
        !take(&body, &rest, cubin_bytes, &cubin) || rest != 0)
        return false;
    reply.result = (int)result;
    reply.log = arena_strndup(arena, log, (size_t)log_bytes);
    reply.ptx = arena_strndup(arena, ptx, (size_t)ptx_bytes);
    reply.ptx_bytes = (size_t)ptx_bytes;
    reply.cubin = arena_memdup(arena, cubin, (size_t)cubin_bytes);
    reply.cubin_bytes = (size_t)cubin_bytes;
    *out_reply = reply;
    return true;
}

static bool is_intact(const struct buffer *file)
{
    if (file->size_bytes < PREFIX_BYTES || memcmp(file->data, magic, sizeof magic - 1) != 0)
        return false;
    char hex[HASH_HEX_BYTES];
    hash_bytes(file->data + PREFIX_BYTES, file->size_bytes - PREFIX_BYTES, hex);
    return memcmp(file->data + sizeof magic - 1, hex, HASH_HEX_BYTES - 1) == 0 && file->data[PREFIX_BYTES - 1] == '\n';
}

bool cache_load(const char *folder, const char *key, struct arena *arena, struct reply *out_reply)
{
    CLEANUP(buffer_done) struct buffer file = BUFFER_INIT;
    const char *path = entry_path(arena, folder, key);
    struct error error;
    if (!file_read(path, FILE_BYTES_MAX, &file, &error)) {
        if (error.code != ERROR_NOT_FOUND)
            unlink(path);
        return false;
    }
    if (!is_intact(&file) || !decode(file.data + PREFIX_BYTES, file.size_bytes - PREFIX_BYTES, arena, out_reply)) {
        unlink(path);
        return false;
    }
    utimensat(AT_FDCWD, path, NULL, 0); /* marks it as used, so it is evicted later */
    return true;
}

struct entry {
    char name[96];
    int64_t used_ns;
    uint64_t size_bytes;
};

static int compare_use(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    return (first->used_ns > second->used_ns) - (first->used_ns < second->used_ns);
}

static size_t list_entries(const char *folder, struct entry *entries, size_t limit, uint64_t *out_total)
{
    DIR *directory = opendir(folder);
    size_t count = 0;
    const struct dirent *found;
    while (directory && count < limit && (found = readdir(directory)) != NULL) {
        struct stat status;
        size_t length = strlen(found->d_name);
        if (length < sizeof suffix || length >= sizeof entries->name ||
            strcmp(found->d_name + length - (sizeof suffix - 1), suffix) != 0 ||
            fstatat(dirfd(directory), found->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        struct entry *entry = &entries[count++];
        memcpy(entry->name, found->d_name, length + 1);
        entry->used_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
        entry->size_bytes = (uint64_t)status.st_size;
        *out_total += entry->size_bytes;
    }
    if (directory)
        closedir(directory);
    return count;
}

/* Evicts down to 7/8 of the limits, so not every store evicts. */
static void evict(const char *folder, uint64_t limit_bytes)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    enum { listed_max = 2 * CACHE_FILES_MAX };
    struct entry *entries = ARENA_ARRAY(arena, listed_max, struct entry);
    uint64_t total = 0;
    size_t count = list_entries(folder, entries, listed_max, &total);
    if (total <= limit_bytes && count <= CACHE_FILES_MAX)
        return;
    qsort(entries, count, sizeof entries[0], compare_use);
    size_t left = count;
    for (size_t i = 0; i < count && (total > limit_bytes / 8 * 7 || left > CACHE_FILES_MAX / 8 * 7); i++) {
        unlink(path_join(arena, folder, entries[i].name));
        total -= entries[i].size_bytes;
        left--;
    }
}

static json_t *encode_header(const struct reply *reply, size_t log_bytes)
{
    json_t *names = json_array();
    for (size_t i = 0; i < reply->name_count; i++)
        json_array_append_new(names, json_from_text(reply->lowered_names[i]));
    return json_pack("{s:i, s:o, s:I, s:I, s:I, s:o}", "result", reply->result, "elapsed_ns",
                     json_from_u64(reply->elapsed_ns), "log", (json_int_t)log_bytes, "ptx",
                     (json_int_t)reply->ptx_bytes, "cubin", (json_int_t)reply->cubin_bytes, "lowered", names);
}

/*
 * Renames the file into place without a flush to the disk. A flush as in file_write_atomic would
 * cost more than the saved compile. The hash reveals the damage of a power cut.
 */
static bool write_entry(const char *folder, const char *key, const struct buffer *file)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = entry_path(arena, folder, key);
    char *temporary = arena_printf(arena, "%s.XXXXXX", path);
    int fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return false;
    size_t written = 0;
    ssize_t step = 1;
    while (written < file->size_bytes && step > 0) {
        step = write(fd, file->data + written, file->size_bytes - written);
        written += step > 0 ? (size_t)step : 0;
    }
    close(fd);
    if (written == file->size_bytes && rename(temporary, path) == 0)
        return true;
    unlink(temporary);
    return false;
}

void cache_store(const char *folder, const char *key, const struct reply *reply, uint64_t limit_bytes)
{
    size_t log_bytes = strlen(reply->log);
    CLEANUP(json_decref) json_t *header = encode_header(reply, log_bytes);
    char *header_text = json_dumps(header, JSON_COMPACT);
    CLEANUP(buffer_done) struct buffer body = BUFFER_INIT;
    buffer_printf(&body, "%zu\n%s", strlen(header_text), header_text);
    free(header_text);
    buffer_append(&body, reply->log, log_bytes);
    buffer_append(&body, reply->ptx, reply->ptx_bytes);
    buffer_append(&body, reply->cubin, reply->cubin_bytes);
    if (body.size_bytes > FILE_BYTES_MAX - PREFIX_BYTES || body.size_bytes > limit_bytes)
        return;
    char hex[HASH_HEX_BYTES];
    hash_bytes(body.data, body.size_bytes, hex);
    CLEANUP(buffer_done) struct buffer file = BUFFER_INIT;
    buffer_printf(&file, "%s%s\n", magic, hex);
    buffer_append(&file, body.data, body.size_bytes);
    if (file_make_folders(folder, NULL) && write_entry(folder, key, &file))
        evict(folder, limit_bytes);
}
