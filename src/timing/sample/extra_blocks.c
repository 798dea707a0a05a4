/* Extra blocks: they run beyond the sample, for what they write. */
#include "timing/sample/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/buffers.h"
#include "vgpu/profile.h"

enum {
    STRETCHES = 256,
    BLOCKS_LEAST = 3,
    PLACES_MOST = 4,  /* buffers with wanted addresses */
    PARTS = 16,       /* groups of stretches, to compare with each other */
    WANTED_SHARE = 4, /* one block in so many is drawn from anywhere */
};

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t sort_and_unite(uint64_t *blocks, uint64_t count)
{
    uint64_t kept = 0;
    qsort(blocks, count, sizeof *blocks, by_number);
    for (uint64_t i = 0; i < count; i++)
        if (!kept || blocks[i] != blocks[kept - 1])
            blocks[kept++] = blocks[i];
    return kept;
}

/* --- anywhere --------------------------------------------------------------------------------- */

/* The bits of a number in the reverse order, as a fraction: any first few are evenly spread. */
static double spread_out(uint64_t number)
{
    double place = 0, half = 0.5;
    for (; number; number >>= 1, half /= 2)
        place += number & 1 ? half : 0;
    return place;
}

/*
 * Draws stretches of blocks, one from each of as many equal shares of the grid. These places do not
 * depend on how many there are, so that launches of different grids look at the same parts of their
 * common work.
 */
static uint64_t draw_stretches(struct estimating *estimating, uint64_t most, uint64_t *blocks)
{
    enum { FINE = 1 << 20 };
    uint64_t stretches = most < STRETCHES ? most : STRETCHES, each = most / stretches, count = 0;
    uint64_t all = estimating->occupancy.blocks, state = estimating->request->extra_seed ^ UINT64_C(0x94d049bb133111eb);
    double shift = (double)sample_draw(&state, FINE) / FINE;
    for (uint64_t i = 0; i < stretches; i++) {
        double within = (double)sample_draw(&state, FINE) / FINE / STRETCHES;
        double place = fmod(spread_out(i) + shift + within, 1);
        uint64_t first = (uint64_t)(place * (double)all);
        for (uint64_t j = 0; j < each && first + j < all; j++)
            blocks[count++] = first + j;
    }
    return count;
}

/* --- what they store -------------------------------------------------------------------------- */

static bool stores_to_global(const struct ptx_instruction *instruction)
{
    enum ptx_action does = ptx_does(instruction);
    if (does == PTX_DOES_STORE || does == PTX_DOES_STORE_FRAGMENT)
        return instruction->space == PTX_SPACE_GLOBAL || instruction->space == PTX_SPACE_GENERIC;
    return does == PTX_DOES_ATOMIC &&
           (ptx_has_modifier(instruction, PTX_MODIFIER_EXCH) || ptx_has_modifier(instruction, PTX_MODIFIER_CAS));
}

/*
 * Whether more blocks show more values. A sum that all blocks add to has its value only after the
 * last block.
 */
static bool stores_values(const struct ptx_program *program, const char *kernel)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct ptx_function *function = &program->functions[i];
        bool is_another = function->is_entry && strcmp(function->name, kernel) != 0;
        for (uint32_t j = 0; !is_another && j < function->instruction_count; j++)
            if (stores_to_global(&function->instructions[j]))
                return true;
    }
    return false;
}

/* --- where something is wanted ---------------------------------------------------------------- */

/*
 * Where blocks write to a buffer, if that is a linear function of the block's index. It is for
 * nearly every kernel.
 */
struct place {
    uint64_t start, end; /* the buffer's addresses */
    uint64_t first;      /* lowest address that block 0 writes */
    double strides[3];   /* bytes from a block to the next one; 0 where the grid is one block wide */
    bool is_known;
};

/* The lowest address of the buffer that the block writes, rounded down to a line; 0: none. */
static bool find_first_written(struct estimating *estimating, uint64_t block, const struct place *place,
                               uint64_t *out_address, struct error *error)
{
    struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, &block, 1, true, error);
    if (!report)
        return false;
    const struct vgpu_profile *profile = report->profile;
    *out_address = 0;
    for (size_t i = 0; i < profile->request_count; i++) {
        const struct vgpu_request *request = &profile->requests[i];
        for (uint32_t j = 0; request->kind != VGPU_REQUEST_LOAD && j < request->line_count; j++) {
            uint64_t address = profile->lines[request->first_line + j].line * VGPU_LINE_BYTES;
            bool is_inside = address >= place->start && address < place->end;
            if (is_inside && (!*out_address || address < *out_address))
                *out_address = address;
        }
    }
    return true;
}

/*
 * Finds the strides from blocks at the ends of the grid. So a whole line is precise enough for the
 * blocks in between.
 */
static bool find_strides(struct estimating *estimating, struct place *place, struct error *error)
{
    const uint32_t *grid = estimating->request->launch.grid;
    uint64_t step = 1, last;
    if (!find_first_written(estimating, 0, place, &place->first, error))
        return false;
    place->is_known = place->first != 0;
    for (int i = 0; i < 3 && place->is_known; step *= grid[i++]) {
        if (grid[i] < 2)
            continue;
        if (!find_first_written(estimating, step * (grid[i] - 1), place, &last, error))
            return false;
        place->strides[i] = ((double)last - (double)place->first) / (grid[i] - 1);
        place->is_known = last > place->first;
    }
    return true;
}

/* The dimension of the grid with the largest stride below `limit`; -1: none. */
static int next_dimension(const struct place *place, double limit)
{
    int found = -1;
    for (int i = 0; i < 3; i++)
        if (place->strides[i] > 0 && place->strides[i] < limit &&
            (found < 0 || place->strides[i] > place->strides[found]))
            found = i;
    return found;
}

/*
 * The block that writes the address, found along each dimension in turn, the widest stride first.
 * Addresses that blocks of a narrower dimension do not reach belong to another row of such blocks.
 */
static uint64_t block_that_writes(const struct estimating *estimating, const struct place *place, uint64_t address)
{
    const uint32_t *grid = estimating->request->launch.grid;
    uint64_t index[3] = {0};
    double left = fmax(0, (double)address - (double)place->first), limit = INFINITY;
    for (int i; (i = next_dimension(place, limit)) >= 0; limit = place->strides[i]) {
        left = fmod(left, place->strides[i] * grid[i]);
        index[i] = (uint64_t)(left / place->strides[i]);
        if (index[i] >= grid[i])
            index[i] = grid[i] - 1;
        left -= (double)index[i] * place->strides[i];
    }
    return (index[2] * grid[1] + index[1]) * grid[0] + index[0];
}

static struct place *find_place(struct estimating *estimating, struct place *places, int *count, uint64_t address,
                                struct error *error)
{
    for (int i = 0; i < *count; i++)
        if (address >= places[i].start && address < places[i].end)
            return &places[i];
    struct vgpu_range buffer = vgpu_buffer_at(estimating->device, address, 1);
    if (*count == PLACES_MOST || !buffer.start)
        return NULL;
    struct place *place = &places[(*count)++];
    *place = (struct place){.start = buffer.start, .end = buffer.start + buffer.size_bytes};
    return find_strides(estimating, place, error) ? place : NULL;
}

static bool draw_wanted(struct estimating *estimating, uint64_t most, uint64_t *blocks, uint64_t *count,
                        struct error *error)
{
    const struct time_request *request = estimating->request;
    struct place places[PLACES_MOST];
    struct error failure = {0};
    int place_count = 0;
    for (uint64_t i = 0; i < request->wanted_count && *count < most; i++) {
        const struct place *place = find_place(estimating, places, &place_count, request->wanted[i], &failure);
        if (failure.code != ERROR_NONE) {
            *error = failure;
            return false;
        }
        if (place && place->is_known)
            blocks[(*count)++] = block_that_writes(estimating, place, request->wanted[i]);
    }
    return true;
}

/* --- both ------------------------------------------------------------------------------------- */

static uint64_t affordable(const struct estimating *estimating)
{
    double blocks = (double)estimating->request->extra_instructions / fmax(1, estimating->per_block);
    double all = (double)estimating->occupancy.blocks, share = estimating->request->extra_share;
    double most = share > 0 ? fmin(all, floor(share * all + 0.5)) : all;
    return (uint64_t)fmin(most, fmax(BLOCKS_LEAST, blocks));
}

static bool choose(struct estimating *estimating, uint64_t most, uint64_t *blocks, uint64_t *out_count,
                   struct error *error)
{
    uint64_t all = estimating->occupancy.blocks, count = 0;
    if (most == all) {
        for (; count < all; count++)
            blocks[count] = count;
        *out_count = count;
        return true;
    }
    uint64_t anywhere = estimating->request->wanted_count ? most / WANTED_SHARE : most;
    if (!draw_wanted(estimating, most - anywhere, blocks, &count, error))
        return false;
    if (most > count)
        count += draw_stretches(estimating, most - count, blocks + count);
    blocks[count++] = 0;
    blocks[count++] = all - 1;
    *out_count = sort_and_unite(blocks, count);
    return true;
}

/* Runs the stretches part by part, each from all over the grid. */
static bool run_chosen(struct estimating *estimating, const uint64_t *blocks, uint64_t count, struct error *error)
{
    uint64_t all = estimating->occupancy.blocks, parts = count == all ? 1 : PARTS;
    uint64_t *part = calloc(count + 1, sizeof *part);
    bool done = part || error_set(error, ERROR_MEMORY, "out of memory for the time model");
    time_stores_forget_parts(&estimating->stores);
    for (uint64_t i = 0; done && i < parts; i++) {
        uint64_t taken = 0;
        for (uint64_t j = 0; j < count; j++)
            if (parts == 1 || (uint64_t)((double)blocks[j] * STRETCHES / (double)all) % PARTS == i)
                part[taken++] = blocks[j];
        if (!taken)
            continue;
        struct vgpu_report *report CLEANUP(vgpu_report_free) = sample_run(estimating, part, taken, false, error);
        done = report != NULL;
        if (done)
            time_stores_add_part(&estimating->stores, report, taken);
    }
    free(part);
    return done;
}

bool extra_blocks_run(struct estimating *estimating, struct time_estimate *estimate, struct error *error)
{
    uint64_t most = affordable(estimating), count = 0;
    double before = estimating->instructions_left;
    bool has_more = estimating->request->extra_instructions && estimating->window_blocks < estimating->occupancy.blocks;
    if (!has_more || !stores_values(vgpu_module_program(estimating->module), estimating->request->launch.kernel))
        return true;
    uint64_t *blocks = calloc(most + 2, sizeof *blocks);
    if (!blocks)
        return error_set(error, ERROR_MEMORY, "out of memory for the time model");
    bool done = choose(estimating, most, blocks, &count, error) && run_chosen(estimating, blocks, count, error);
    free(blocks);
    estimate->sample.extra_share = (double)most / (double)estimating->occupancy.blocks;
    estimate->sample.extra_instructions = before - estimating->instructions_left;
    return done;
}
