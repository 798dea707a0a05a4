#include "grader/geometry_internal.h"

#include <inttypes.h>
#include <stdio.h>

/* Blocks of `block` threads over `count` elements: exact, rounded down (a classic mistake) or with one to spare. */
static bool covers(uint32_t grid, uint32_t block, uint64_t count)
{
    if (!block)
        return false;
    uint64_t down = count / block, up = down + (count % block != 0);
    return grid == down || grid == up || grid == up + 1;
}

static void write_owner(const struct geometry *geometry, const uint64_t thread[3], const uint64_t block[3],
                        char *out_text, size_t capacity_bytes)
{
    bool launched = true;
    for (int axis = 0; axis < 3; axis++)
        launched = launched && block[axis] < geometry->grid[axis];
    snprintf(out_text, capacity_bytes,
             "thread (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ") of block (%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")%s", thread[0],
             thread[1], thread[2], block[0], block[1], block[2], launched ? "" : ", which was not launched");
}

static bool is_flat(const struct geometry *geometry)
{
    return geometry->grid[1] == 1 && geometry->grid[2] == 1 && geometry->block[1] == 1 && geometry->block[2] == 1 &&
           covers(geometry->grid[0], geometry->block[0], geometry->count);
}

static bool is_planar(const struct geometry *geometry)
{
    if (geometry->rank != 2 || geometry->grid[2] != 1 || geometry->block[2] != 1)
        return false;
    return covers(geometry->grid[0], geometry->block[0], geometry->shape[1]) &&
           covers(geometry->grid[1], geometry->block[1], geometry->shape[0]);
}

void geometry_owner(const struct geometry *geometry, uint64_t index, char *out_text, size_t capacity_bytes)
{
    out_text[0] = 0;
    if (!geometry->has_launch)
        return;
    if (is_flat(geometry)) {
        uint64_t width = geometry->block[0];
        write_owner(geometry, (uint64_t[]){index % width, 0, 0}, (uint64_t[]){index / width, 0, 0}, out_text,
                    capacity_bytes);
    } else if (is_planar(geometry)) {
        uint64_t x = index % geometry->shape[1], y = index / geometry->shape[1];
        write_owner(geometry, (uint64_t[]){x % geometry->block[0], y % geometry->block[1], 0},
                    (uint64_t[]){x / geometry->block[0], y / geometry->block[1], 0}, out_text, capacity_bytes);
    }
}

void geometry_position(const struct geometry *geometry, uint64_t index, char *out_text, size_t capacity_bytes)
{
    uint64_t coordinate[SHAPE_RANK_MAX] = {0};
    uint64_t rest = index;
    int rank = geometry->rank > 0 ? geometry->rank : 1;
    for (int axis = rank - 1; axis > 0; axis--) {
        uint64_t extent = geometry->shape[axis] ? geometry->shape[axis] : 1;
        coordinate[axis] = rest % extent;
        rest /= extent;
    }
    coordinate[0] = rest;
    size_t used = 0;
    out_text[0] = 0;
    for (int axis = 0; axis < rank && used < capacity_bytes; axis++)
        used += (size_t)snprintf(out_text + used, capacity_bytes - used, "[%" PRIu64 "]", coordinate[axis]);
}
