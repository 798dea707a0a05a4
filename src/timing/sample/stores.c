/*
 * How much of each buffer a launch can have written at most.
 *
 * Blocks drawn from all over the grid show it, and how far they agree. An element that two blocks
 * write counts twice, so that the figure errs to the upper side.
 */
#include <math.h>

#include "timing/sample/stores.h"
#include "vgpu/buffers.h"

/* Standard errors that are added. They are many because a few parts may agree by chance. */
#define DOUBT 4

enum { LANE_BYTES_OTHERWISE = 4 };

static uint32_t lane_bytes(const struct ptx_instruction *instruction)
{
    if (!instruction || !instruction->type_count)
        return LANE_BYTES_OTHERWISE;
    uint32_t bits = ptx_type_bits((enum ptx_type)instruction->types[instruction->type_count - 1]);
    return (bits ? bits / 8 : LANE_BYTES_OTHERWISE) * (instruction->vector ? instruction->vector : 1);
}

/* The bytes per block of the part; NULL: no room for one more buffer. */
static double *bytes_of(struct time_stores *stores, uint64_t address, int part)
{
    for (int i = 0; i < stores->count; i++)
        if (stores->addresses[i] == address)
            return &stores->bytes[i][part];
    if (stores->count == TIME_WRITTEN_MAX)
        return NULL;
    stores->addresses[stores->count] = address;
    return &stores->bytes[stores->count++][part];
}

static void add_request(const struct vgpu *device, const struct vgpu_profile *profile,
                        const struct vgpu_request *request, int part, struct time_stores *stores)
{
    uint32_t each = lane_bytes(profile->ops[request->op].instruction);
    for (uint32_t i = 0; i < request->line_count; i++) {
        const struct vgpu_touched_line *touched = &profile->lines[request->first_line + i];
        struct vgpu_range buffer = vgpu_buffer_at(device, touched->line * VGPU_LINE_BYTES, 0);
        double *bytes = buffer.start ? bytes_of(stores, buffer.start, part) : NULL;
        stores->is_known &= !buffer.start || bytes;
        if (bytes)
            *bytes += fmin(VGPU_LINE_BYTES, (double)touched->lanes * each) / (double)profile->block_count;
    }
}

void stores_add(const struct vgpu *device, const struct vgpu_profile *profile, int part, struct time_stores *stores)
{
    stores->is_known &= !profile->is_cut && profile->block_count > 0;
    for (size_t i = 0; i < profile->request_count && stores->is_known; i++)
        if (profile->requests[i].kind != VGPU_REQUEST_LOAD)
            add_request(device, profile, &profile->requests[i], part, stores);
}

static double most_per_block(const double parts[TIME_STORE_PARTS], int part_count)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < part_count; i++) {
        sum += parts[i];
        squares += parts[i] * parts[i];
    }
    double mean = sum / part_count, variance = squares / part_count - mean * mean;
    return part_count > 1 ? mean + DOUBT * sqrt(fmax(variance, 0) / (part_count - 1)) : mean;
}

void stores_find(const struct time_stores *stores, int part_count, uint64_t blocks, struct time_estimate *estimate)
{
    estimate->knows_most_written = stores->is_known;
    estimate->most_written_count = stores->count;
    for (int i = 0; i < stores->count; i++)
        estimate->most_written[i] =
            (struct time_written){stores->addresses[i], (double)blocks * most_per_block(stores->bytes[i], part_count)};
}
