/*
 * Parsed programs by the hash of their PTX. The same text is parsed once for all devices and loads.
 *
 * A program stays while a module holds it or while it is among the last PROGRAM_CACHE_SIZE used.
 * Cases run the same few programs again and again, and decoding one takes longer than most cases.
 * So the last decoded modules that no device uses stay too, each with a hold on its program. For
 * one thread.
 */
#ifndef DEVICE_BACKEND_PROGRAM_CACHE_H
#define DEVICE_BACKEND_PROGRAM_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "device/device.h"
#include "ptx/program.h"

enum { PROGRAM_CACHE_SIZE = 32, PROGRAM_SPARES = 16 };

struct cached_program {
    char hash[HASH_HEX_BYTES];
    bool is_source; /* the PTX is the learner's own text */
    struct arena *arena;
    const struct ptx_program *program;
    int references;
    uint64_t last_use;
    struct cached_program *next;
};

struct program_spare {
    struct cached_program *program;
    void *module; /* NULL: none */
};

struct program_cache {
    struct program_spare spares[PROGRAM_SPARES]; /* the latest first */
    void (*free_module)(void *module);           /* of the spares */
    int references;                              /* devices that share the cache, and who keeps it for further ones */
    uint64_t uses;
    uint64_t parses; /* texts that were not in the cache */
    struct cached_program *first;
};

/* `kept`, or a new one for NULL, with so many further references. */
struct program_cache *program_cache_share(struct program_cache *kept, int references);
void program_cache_release(struct program_cache *cache);

/* Takes a reference. SYNTAX with the place in the PTX if it does not parse. */
struct cached_program *program_cache_get(struct program_cache *cache, const struct device_image *image,
                                         struct error *error);
void program_cache_put(struct program_cache *cache, struct cached_program *program);

/* Takes over the module, and the hold on its program. All modules of a cache are freed alike. */
void program_cache_keep(struct program_cache *cache, struct cached_program *program, void *module,
                        void (*free_module)(void *module));

/* A module of the program, which the caller owns then; NULL: no spare one. */
void *program_cache_take(struct program_cache *cache, struct cached_program *program);

#endif
