/*
 * Which thread owns an element, for launches with one element per thread in the usual layouts.
 *
 * 1-D: grid.x * block.x threads; element i belongs to thread i. 2-D: x runs over the last
 * dimension, y over the one before. Any other layout is unknown, because a guess would mislead.
 */
#ifndef GRADER_PATTERN_GEOMETRY_H
#define GRADER_PATTERN_GEOMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/observation.h"
#include "plan/parameter.h"

struct geometry {
    bool has_launch;
    uint32_t grid[3], block[3];
    int rank;
    uint64_t shape[SHAPE_RANK_MAX];
    uint64_t count; /* elements */
};

/*
 * Takes over the launch of the only kernel that ran. With several launches, the owner of an element
 * is unknown.
 */
void geometry_take_launch(struct geometry *geometry, const struct observation *observation);

/*
 * "thread (0,0,0) of block (1,0,0)", with ", which was not launched" if the grid ends earlier; "":
 * unknown.
 */
bool geometry_owner(const struct geometry *geometry, uint64_t index, char *out_text, size_t capacity_bytes);

/*
 * The part that a small grid covers, and a sufficient grid. Example: "the grid of 2 blocks writes
 * 64 of the 255 elements. 8 blocks are needed". The text is empty if another mistake could have
 * left out the same elements. The `missing` elements from `first` on must be exactly those
 * that no block of this grid reaches.
 */
void geometry_small_grid(const struct geometry *geometry, uint64_t first, uint64_t missing, char *out_text,
                         size_t capacity_bytes);

/*
 * Whether the `missing` elements from `first` on are those that this grid does not reach if x runs
 * over the rows. With y over the rows, it reaches all.
 */
bool geometry_is_turned(const struct geometry *geometry, uint64_t first, uint64_t missing);

/* Whether the grid has the blocks for the rows in x, and those for the columns in y. */
bool geometry_is_exchanged(const struct geometry *geometry);

/* "[3][17]", "[32]". */
void geometry_position(const struct geometry *geometry, uint64_t index, char *out_text, size_t capacity_bytes);

#endif
