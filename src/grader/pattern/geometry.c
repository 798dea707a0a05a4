/* Which thread owns an element, and what a grid that is too small covers. */
#include "grader/pattern/geometry.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/value/template.h"

/*
 * Whether blocks of `block` threads fit `count` elements: exactly, rounded down (a classic
 * mistake), or with one to spare.
 */
static bool covers(uint32_t grid, uint32_t block, uint64_t count)
{
    if (!block)
        return false;
    uint64_t down = count / block, up = down + (count % block != 0);
    return grid == down || grid == up || grid == up + 1;
}

/* False: the block is beyond the grid. */
static bool write_owner(const struct geometry *geometry, const uint64_t thread[3], const uint64_t block[3],
                        char *out_text, size_t capacity_bytes)
{
    bool launched = true;
    char names[2][80];
    for (int axis = 0; axis < 3; axis++)
        launched = launched && block[axis] < geometry->grid[axis];
    for (int i = 0; i < 2; i++) {
        const uint64_t *at = i ? block : thread;
        snprintf(names[i], sizeof names[i], "(%" PRIu64 ",%" PRIu64 ",%" PRIu64 ")", at[0], at[1], at[2]);
    }
    snprintf(out_text, capacity_bytes,
             launched ? _("thread %s of block %s") : _("thread %s of block %s, which was not launched"), names[0],
             names[1]);
    return launched;
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

void geometry_take_launch(struct geometry *geometry, const struct observation *observation)
{
    if (observation->kernel_count != 1)
        return;
    geometry->has_launch = true;
    memcpy(geometry->grid, observation->kernels[0].grid, sizeof geometry->grid);
    memcpy(geometry->block, observation->kernels[0].block, sizeof geometry->block);
}

bool geometry_owner(const struct geometry *geometry, uint64_t index, char *out_text, size_t capacity_bytes)
{
    out_text[0] = 0;
    if (!geometry->has_launch)
        return true;
    if (is_flat(geometry)) {
        uint64_t width = geometry->block[0];
        return write_owner(geometry, (uint64_t[]){index % width, 0, 0}, (uint64_t[]){index / width, 0, 0}, out_text,
                           capacity_bytes);
    }
    if (is_planar(geometry)) {
        uint64_t x = index % geometry->shape[1], y = index / geometry->shape[1];
        return write_owner(geometry, (uint64_t[]){x % geometry->block[0], y % geometry->block[1], 0},
                           (uint64_t[]){x / geometry->block[0], y / geometry->block[1], 0}, out_text, capacity_bytes);
    }
    return true;
}

/* --- grids that end too early ----------------------------------------------------------------- */

enum small_grid {
#define SMALL_GRID(id, sentence) SMALL_GRID_##id,
#include "grader/pattern/patterns.def"
    SMALL_GRID_COUNT
};

enum { NUMBERS_MAX = 10, DIGITS_MAX = 24, WARP_THREADS = 32 };

struct named_number {
    const char *name;
    uint64_t value;
};

static void say(enum small_grid id, const struct named_number *numbers, size_t count, char *out_text,
                size_t capacity_bytes)
{
    static const char *const sentences[SMALL_GRID_COUNT] = {
#define SMALL_GRID(id, sentence) [SMALL_GRID_##id] = sentence,
#include "grader/pattern/patterns.def"
    };
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    struct template_field fields[NUMBERS_MAX];
    char digits[NUMBERS_MAX][DIGITS_MAX];
    for (size_t i = 0; i < count; i++) {
        snprintf(digits[i], sizeof digits[i], "%" PRIu64, numbers[i].value);
        fields[i] = (struct template_field){numbers[i].name, digits[i]};
    }
    template_expand(_(sentences[id]), fields, count, &text);
    snprintf(out_text, capacity_bytes, "%s", buffer_text(&text));
}

static uint64_t least(uint64_t left, uint64_t right)
{
    return left < right ? left : right;
}

/* x runs over the columns, y over the rows. The written part is a rectangle in the corner. */
static bool say_planar_grid(const struct geometry *geometry, uint64_t first, uint64_t missing, char *out_text,
                            size_t capacity_bytes)
{
    const uint32_t *grid = geometry->grid, *block = geometry->block;
    if (geometry->rank != 2 || grid[2] != 1 || block[2] != 1 || (block[1] == 1 && grid[1] == 1))
        return false;
    uint64_t height = geometry->shape[0], width = geometry->shape[1];
    uint64_t x = least(width, (uint64_t)grid[0] * block[0]), y = least(height, (uint64_t)grid[1] * block[1]);
    if (x * y != geometry->count - missing || first != (x < width ? x : y * width))
        return false;
    const struct named_number numbers[] = {{"grid_x", grid[0]},
                                           {"grid_y", grid[1]},
                                           {"block_x", block[0]},
                                           {"block_y", block[1]},
                                           {"x", x},
                                           {"width", width},
                                           {"y", y},
                                           {"height", height},
                                           {"needed_x", (width + block[0] - 1) / block[0]},
                                           {"needed_y", (height + block[1] - 1) / block[1]}};
    say(SMALL_GRID_PLANAR, numbers, sizeof numbers / sizeof *numbers, out_text, capacity_bytes);
    return true;
}

bool geometry_is_turned(const struct geometry *geometry, uint64_t first, uint64_t missing)
{
    if (!geometry->has_launch || !missing || missing >= geometry->count || !is_planar(geometry))
        return false;
    uint64_t height = geometry->shape[0], width = geometry->shape[1];
    bool has_rows = (uint64_t)geometry->grid[1] * geometry->block[1] > 1;
    uint64_t x = least(width, (uint64_t)geometry->grid[1] * geometry->block[1]);
    uint64_t y = least(height, (uint64_t)geometry->grid[0] * geometry->block[0]);
    bool covers_all = (uint64_t)geometry->grid[0] * geometry->block[0] >= width &&
                      (uint64_t)geometry->grid[1] * geometry->block[1] >= height;
    return has_rows && covers_all && x * y == geometry->count - missing && first == (x < width ? x : y * width);
}

bool geometry_is_exchanged(const struct geometry *geometry)
{
    const uint32_t *grid = geometry->grid, *block = geometry->block;
    if (!geometry->has_launch || geometry->rank != 2 || grid[2] != 1 || block[2] != 1 || !block[0] || !block[1])
        return false;
    uint64_t columns = (geometry->shape[1] + block[0] - 1) / block[0],
             rows = (geometry->shape[0] + block[1] - 1) / block[1];
    return columns != rows && grid[0] == rows && grid[1] == columns;
}

/*
 * Each block writes a patch of several elements for each thread. All rows or all columns that the
 * blocks of one axis reach are written, and no others.
 */
static bool say_patch_grid(const struct geometry *geometry, uint64_t first, uint64_t missing, char *out_text,
                           size_t capacity_bytes)
{
    const uint32_t *grid = geometry->grid, *block = geometry->block;
    if (geometry->rank != 2 || grid[2] != 1 || block[2] != 1 || block[1] == 1 || !first || !grid[0] || !grid[1])
        return false;
    uint64_t height = geometry->shape[0], width = geometry->shape[1];
    bool lacks_columns = first < width && missing == (width - first) * height;
    bool lacks_rows = !lacks_columns && first % width == 0 && first == geometry->count - missing;
    int axis = lacks_columns ? 0 : 1;
    uint64_t written = lacks_columns ? first : first / width, wanted = lacks_columns ? width : height;
    bool is_planar_grid = (uint64_t)(grid[0] - 1) * block[0] < width && (uint64_t)(grid[1] - 1) * block[1] < height;
    if (!(lacks_columns || lacks_rows) || !is_planar_grid || written % grid[axis] || written / grid[axis] % block[axis])
        return false;
    uint64_t by_block = written / grid[axis];
    const struct named_number numbers[] = {{"grid_x", grid[0]},    {"grid_y", grid[1]},
                                           {"written", written},   {"wanted", wanted},
                                           {"by_block", by_block}, {"needed", (wanted + by_block - 1) / by_block}};
    say(lacks_columns ? SMALL_GRID_PATCH_COLUMNS : SMALL_GRID_PATCH_ROWS, numbers, sizeof numbers / sizeof *numbers,
        out_text, capacity_bytes);
    return true;
}

/*
 * Every block writes whole rows, or each of its threads or warps the same number of elements. If
 * the grid has a thread for each element, missing rows are not the grid's fault.
 */
static bool say_flat_grid(const struct geometry *geometry, uint64_t first, uint64_t missing, char *out_text,
                          size_t capacity_bytes)
{
    uint64_t threads = (uint64_t)geometry->block[0] * geometry->block[1] * geometry->block[2];
    uint64_t width = geometry->rank >= 2 ? geometry->shape[geometry->rank - 1] : 0, blocks = geometry->grid[0];
    if (geometry->grid[1] != 1 || geometry->grid[2] != 1 || !threads || !blocks || !first ||
        first != geometry->count - missing || first % blocks)
        return false;
    uint64_t by_block = first / blocks;
    bool is_by_element = blocks == (geometry->count + threads - 1) / threads;
    bool is_column = width == 1 && by_block > 1; /* rows of one element: any number fits */
    bool takes_rows = width && !is_column && by_block % width == 0 && !is_by_element;
    bool is_by_warp = by_block * WARP_THREADS == threads && threads > WARP_THREADS;
    if (by_block % threads && !takes_rows && !is_by_warp)
        return false;
    const struct named_number numbers[] = {{"blocks", blocks},
                                           {"written", first},
                                           {"count", geometry->count},
                                           {"needed", (geometry->count + by_block - 1) / by_block}};
    say(blocks == 1 ? SMALL_GRID_ONE_BLOCK : SMALL_GRID_BLOCKS, numbers, sizeof numbers / sizeof *numbers, out_text,
        capacity_bytes);
    return true;
}

void geometry_small_grid(const struct geometry *geometry, uint64_t first, uint64_t missing, char *out_text,
                         size_t capacity_bytes)
{
    out_text[0] = 0;
    if (!geometry->has_launch || !missing || missing > geometry->count || first >= geometry->count)
        return;
    if (!say_planar_grid(geometry, first, missing, out_text, capacity_bytes) &&
        !say_patch_grid(geometry, first, missing, out_text, capacity_bytes))
        say_flat_grid(geometry, first, missing, out_text, capacity_bytes);
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
