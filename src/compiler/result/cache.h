/*
 * Results of compiles on disk.
 *
 * Each result is one file, named by the SHA-256 of everything that decides the result. A file
 * carries a hash that is checked. A broken, cut or foreign file is a miss and is removed. Writing
 * is atomic, so several programs can share a folder. Over the size limit, the least recently used
 * files are removed.
 */
#ifndef COMPILER_RESULT_CACHE_H
#define COMPILER_RESULT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/hash.h"
#include "compiler/compiler.h"
#include "compiler/result/reply.h"

enum { CACHE_FILES_MAX = 4096 };
#define CACHE_BYTES_DEFAULT (256ull * 1024 * 1024)

/* Source without comments, options, names, toolkit version, program version, shim headers. */
void cache_key(const struct compile_request *request, const char *toolkit_version, char out_key[HASH_HEX_BYTES]);

/* False is a miss, for any reason. */
bool cache_load(const char *folder, const char *key, struct arena *arena, struct reply *out_reply);

/* Stores and evicts. A failure is no error to the caller: the next compile is a miss. */
void cache_store(const char *folder, const char *key, const struct reply *reply, uint64_t limit_bytes);

#endif
