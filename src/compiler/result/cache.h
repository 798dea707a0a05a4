/*
 * Results of compiles on disk.
 *
 * One file per result, named by the SHA-256 of everything that the result follows from. A file is checked against the
 * hash it carries; one that is broken, cut short or of another format is a miss and is removed. Writing is atomic, so
 * several programs may share a folder. Over the size limit the files that were unused longest go.
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

/* Source, options, names, toolkit version, program version, shim headers. */
void cache_key(const struct compile_request *request, const char *toolkit_version, char out_key[HASH_HEX_BYTES]);

/* False is a miss, whatever the reason. */
bool cache_load(const char *folder, const char *key, struct arena *arena, struct reply *out_reply);

/* Stores and evicts. Failure is no error to the caller: the next compile just is a miss. */
void cache_store(const char *folder, const char *key, const struct reply *reply, uint64_t limit_bytes);

#endif
