/* What the profile keeps for each memory op of a worker. */
#ifndef VGPU_CACHE_PART_PROFILE_PART_H
#define VGPU_CACHE_PART_PROFILE_PART_H

#include <stdint.h>

struct profile_part {
    uint8_t phase; /* first address modulo 128 with known lines; 255: none */
};

#endif
