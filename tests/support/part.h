/*
 * A part of a large corpus: `./check` runs a part of the suites that take minutes, `./check course`
 * all of each. The name alone decides, so the part stays the same when a corpus grows.
 *
 *     if (!part_has(kernel->title))
 *         continue;
 *
 * WARPSCHOOL_TEST_PART=3 in the environment: every third name. Not set: all.
 */
#ifndef TESTS_SUPPORT_PART_H
#define TESTS_SUPPORT_PART_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline bool part_has(const char *name)
{
    const char *part = getenv("WARPSCHOOL_TEST_PART");
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    return !part || atoi(part) < 1 || (hash >> 8) % (uint32_t)atoi(part) == 0;
}

#endif
