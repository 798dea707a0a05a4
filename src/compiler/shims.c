#include "compiler/shims_internal.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/hash.h"

static const struct shim shims[] = {
#define SHIM(name, text) {name, text},
#include "compiler/shims.def"
#undef SHIM
};

const struct shim *shims_table(size_t *out_count)
{
    *out_count = sizeof shims / sizeof shims[0];
    return shims;
}

/* Not flushed to the disk: the folder lives no longer than the process that made it. */
static bool write_text(const char *path, const char *text, struct error *error)
{
    FILE *file = fopen(path, "wxe");
    if (!file)
        return error_set_errno(error, "cannot write %s", path);
    bool written = fputs(text, file) >= 0;
    written = fclose(file) == 0 && written;
    return written || error_set_errno(error, "cannot write %s", path);
}

bool shims_write(const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof shims / sizeof shims[0]; i++) {
        const char *path = path_join(arena, folder, shims[i].name);
        if (strchr(shims[i].name, '/') && !file_make_folders(path_folder(arena, path), error))
            return false;
        if (!write_text(path, shims[i].text, error))
            return false;
    }
    return true;
}

void shims_hash(char out_hex[65])
{
    CLEANUP(hash_free) struct hash *hash = hash_new();
    for (size_t i = 0; i < sizeof shims / sizeof shims[0]; i++) {
        hash_add_text(hash, shims[i].name);
        hash_add_text(hash, shims[i].text);
    }
    hash_finish(hash, out_hex);
}
