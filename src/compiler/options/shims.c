/* The headers of shims.def as lists. */
#include "compiler/options/shims.h"

#include "base/hash.h"

static const char *const names[] = {
#define SHIM(name, text) name,
#include "compiler/options/shims.def"
#undef SHIM
};

static const char *const texts[] = {
#define SHIM(name, text) text,
#include "compiler/options/shims.def"
#undef SHIM
};

enum { SHIM_COUNT = sizeof names / sizeof names[0] };

size_t shims_lists(const char *const **out_names, const char *const **out_texts)
{
    *out_names = names;
    *out_texts = texts;
    return SHIM_COUNT;
}

void shims_hash(char out_hex[65])
{
    CLEANUP(hash_free) struct hash *hash = hash_new();
    for (size_t i = 0; i < SHIM_COUNT; i++) {
        hash_add_text(hash, names[i]);
        hash_add_text(hash, texts[i]);
    }
    hash_finish(hash, out_hex);
}
