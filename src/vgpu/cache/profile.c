/* Records a profile (vgpu/profile.h). */
#include <stdlib.h>
#include <string.h>

#include "vgpu/cache/count.h"
#include "vgpu/cache/profile_builder.h"
#include "vgpu/execution/access_pattern.h"
#include "vgpu/profile.h"

enum { LINES_MAX = VGPU_PROFILE_REQUESTS_MAX * 4, LINES_OF_REQUEST = VGPU_WARP_LANES * 3 };

/*
 * The lines that the last pattern of an access touches, counted from the line of its first address.
 */
struct pattern_lines {
    uint32_t count;
    uint8_t passes;
    struct vgpu_touched_line lines[LINES_OF_REQUEST];
};

struct vgpu_profile_builder {
    struct vgpu_request *requests;
    size_t request_count, request_capacity;
    struct vgpu_touched_line *lines;
    size_t line_count, line_capacity;
    uint64_t *op_lines;             /* by op */
    struct pattern_lines *patterns; /* by access; see profiled_phase in vgpu_access_cache */
    uint64_t last_block;
    uint32_t block_number;
    bool is_cut;
};

static struct vgpu_profile_builder *new_builder(const struct vgpu_launch_state *launch)
{
    struct vgpu_profile_builder *builder = calloc(1, sizeof(*builder));
    if (!builder)
        abort();
    builder->op_lines = calloc(launch->module->op_count + 1U, sizeof(*builder->op_lines));
    builder->patterns = calloc(launch->module->access_count + 1U, sizeof(*builder->patterns));
    if (!builder->op_lines || !builder->patterns)
        abort();
    builder->last_block = UINT64_MAX;
    builder->block_number = UINT32_MAX;
    return builder;
}

bool profile_launch_begin(struct vgpu_launch_state *launch)
{
    if (launch->request->profile)
        launch->profile = new_builder(launch);
    return true;
}

void profile_launch_free(struct vgpu_launch_state *launch)
{
    struct vgpu_profile_builder *builder = launch->profile;
    if (!builder)
        return;
    free(builder->requests);
    free(builder->lines);
    free(builder->op_lines);
    free(builder->patterns);
    free(builder);
}

static bool reserve(void **items, size_t *capacity, size_t needed, size_t most, size_t item_bytes)
{
    if (needed <= *capacity)
        return true;
    size_t grown = *capacity ? *capacity * 2 : 4096;
    if (grown > most)
        grown = most;
    if (needed > grown)
        return false;
    void *moved = realloc(*items, grown * item_bytes);
    if (!moved)
        return false;
    *items = moved;
    *capacity = grown;
    return true;
}

/* --- one request ------------------------------------------------------------------------------ */

struct piece {
    uint64_t sector; /* address / 32 */
    uint32_t bytes;  /* bit b: byte b of the sector */
};

static int compare_lanes(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static bool is_sorted(const uint64_t *sorted, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (sorted[i - 1] > sorted[i])
            return false;
    return true;
}

/* The last line of the list if it is that line, else a new one. */
static struct vgpu_touched_line *line_of(struct vgpu_touched_line *lines, uint32_t *count, uint64_t line)
{
    if (*count && lines[*count - 1].line == line)
        return &lines[*count - 1];
    lines[*count] = (struct vgpu_touched_line){.line = line};
    return &lines[(*count)++];
}

static uint32_t touch(const uint64_t *sorted, uint32_t count, uint32_t size_bytes, struct vgpu_touched_line *lines)
{
    uint32_t line_count = 0, repeats = 0;
    uint64_t covered_to = 0, covered_from = 0; /* the last run of bytes without a gap */
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = sorted[i], end = first + size_bytes;
        if (first > covered_to || i == 0)
            covered_from = first;
        covered_to = end > covered_to ? end : covered_to;
        repeats = i && sorted[i - 1] == first ? repeats + 1 : 1;
        for (uint64_t sector = first / VGPU_SECTOR_BYTES; sector <= (end - 1) / VGPU_SECTOR_BYTES; sector++) {
            struct vgpu_touched_line *line = line_of(lines, &line_count, sector / 4);
            uint64_t from = sector * VGPU_SECTOR_BYTES;
            line->sectors |= (uint8_t)(1 << sector % 4);
            if (covered_from <= from && covered_to >= from + VGPU_SECTOR_BYTES)
                line->whole_sectors |= (uint8_t)(1 << sector % 4);
            line->lanes += sector == first / VGPU_SECTOR_BYTES;
            if (repeats > line->repeats)
                line->repeats = (uint8_t)repeats;
        }
    }
    return line_count;
}

/*
 * Passes over 32 banks of a word each. Words of one line never share a bank. Wider lanes take more
 * passes.
 */
static uint8_t bank_passes(const uint64_t *addresses, uint32_t mask, const uint64_t *sorted, uint32_t count,
                           uint32_t size_bytes)
{
    enum { WORD_BYTES = 4, BANKS = 32 };
    uint32_t passes, conflicts;
    if (size_bytes > WORD_BYTES) {
        count_wavefronts(addresses, mask, size_bytes, &passes, &conflicts);
        return (uint8_t)passes;
    }
    if (sorted[count - 1] - sorted[0] < VGPU_LINE_BYTES - WORD_BYTES)
        return 1;
    uint8_t in_bank[BANKS] = {0}, most = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word = sorted[i] / WORD_BYTES;
        if (i && sorted[i - 1] / WORD_BYTES == word)
            continue;
        uint8_t now = ++in_bank[word % BANKS];
        most = now > most ? now : most;
    }
    return most;
}

/* An asynchronous copy is a load: its writes go to shared memory. */
static uint8_t request_kind(const struct vgpu_op *op)
{
    if (ptx_copies_in(op->detail->source))
        return VGPU_REQUEST_LOAD;
    if (op->detail->access == VGPU_ACCESS_ATOMIC)
        return VGPU_REQUEST_ATOMIC;
    return op->detail->access == VGPU_ACCESS_READ ? VGPU_REQUEST_LOAD : VGPU_REQUEST_STORE;
}

static void note_block(struct vgpu_profile_builder *builder, const struct vgpu_block *block)
{
    if (block->linear == builder->last_block)
        return;
    builder->last_block = block->linear;
    builder->block_number++;
}

/* False: the profile is cut. */
static bool reserve_request(struct vgpu_profile_builder *builder, uint32_t line_count)
{
    bool is_kept = reserve((void **)&builder->requests, &builder->request_capacity, builder->request_count + 1,
                           VGPU_PROFILE_REQUESTS_MAX, sizeof(*builder->requests)) &&
                   reserve((void **)&builder->lines, &builder->line_capacity, builder->line_count + line_count,
                           LINES_MAX, sizeof(*builder->lines));
    builder->is_cut |= !is_kept;
    return is_kept;
}

/* Lines count from `first_line`. */
static void add_request(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_touched_line *lines,
                        uint32_t line_count, uint8_t passes, uint64_t first_line)
{
    struct vgpu_profile_builder *builder = warp->worker->launch->profile;
    builder->op_lines[op->detail->index] += line_count;
    warp->worker->budget -= (int64_t)VGPU_LINE_WORK * line_count;
    note_block(builder, warp->block);
    if (!reserve_request(builder, line_count))
        return;
    for (uint32_t i = 0; i < line_count; i++) {
        struct vgpu_touched_line *to = &builder->lines[builder->line_count + i];
        *to = lines[i];
        to->line += first_line;
    }
    builder->requests[builder->request_count++] = (struct vgpu_request){.op = op->detail->index,
                                                                        .block = builder->block_number,
                                                                        .warp = (uint16_t)warp->index,
                                                                        .kind = request_kind(op),
                                                                        .line_count = (uint8_t)line_count,
                                                                        .passes = passes,
                                                                        .first_line = (uint32_t)builder->line_count};
    builder->line_count += line_count;
}

static uint32_t find_lines(const uint64_t *addresses, uint32_t mask, uint32_t size_bytes,
                           struct vgpu_touched_line *lines, uint8_t *out_passes)
{
    uint64_t sorted[VGPU_WARP_LANES];
    uint32_t count = 0;
    for (uint32_t left = mask; left; left &= left - 1)
        sorted[count++] = addresses[__builtin_ctz(left)];
    if (!is_sorted(sorted, count))
        qsort(sorted, count, sizeof(*sorted), compare_lanes);
    *out_passes = bank_passes(addresses, mask, sorted, count, size_bytes);
    return touch(sorted, count, size_bytes, lines);
}

/* Lanes at the address where most meet. */
static uint32_t most_at_one_address(const uint64_t *addresses, uint32_t mask)
{
    uint32_t most = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t same = 0;
        for (uint32_t other = left; other; other &= other - 1)
            same += addresses[__builtin_ctz(other)] == addresses[__builtin_ctz(left)];
        most = same > most ? same : most;
    }
    return most;
}

/* Lanes in the bank with most lanes. Lanes of one word count once if `joins`. */
static uint32_t most_in_one_bank(const uint64_t *addresses, uint32_t mask, bool joins)
{
    enum { WORD_BYTES = 4, BANKS = 32 };
    uint8_t in_bank[BANKS] = {0}, most = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t word = addresses[__builtin_ctz(left)] / WORD_BYTES;
        bool is_known = false;
        for (uint32_t other = left & (left - 1); joins && other && !is_known; other &= other - 1)
            is_known = addresses[__builtin_ctz(other)] / WORD_BYTES == word;
        uint8_t now = in_bank[word % BANKS] = (uint8_t)(in_bank[word % BANKS] + !is_known);
        most = now > most ? now : most;
    }
    return most;
}

/*
 * The turns of an atomic's lanes on shared memory. Integers pass over the banks lane by lane, but a
 * constant is added for all lanes of a word at once. Floats take a turn for each lane of the
 * address where most meet.
 */
static uint32_t atomic_turns(const struct vgpu_op *op, const uint64_t *addresses, uint32_t mask)
{
    const struct ptx_instruction *instruction = op->detail->source;
    if (instruction->type_count && ptx_type_is_float((enum ptx_type)instruction->types[0]))
        return most_at_one_address(addresses, mask);
    uint32_t value = ptx_does(instruction) == PTX_DOES_REDUCE ? 1 : 2;
    bool is_constant = value < instruction->operand_count && instruction->operands[value].kind == PTX_OPERAND_IMMEDIATE;
    return most_in_one_bank(addresses, mask, is_constant);
}

static void add_any(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                    const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    uint64_t *turns = &warp->worker->launch->profile->op_lines[op->detail->index];
    if (!mask || !size_bytes)
        return;
    if (op->detail->source->space == PTX_SPACE_CONSTANT)
        *turns += count_distinct_bytes(addresses, mask, size_bytes) / size_bytes;
    else if (space == VGPU_COUNT_SHARED && op->detail->access == VGPU_ACCESS_ATOMIC)
        *turns += atomic_turns(op, addresses, mask);
    if (space == VGPU_COUNT_SHARED || op->detail->source->space == PTX_SPACE_CONSTANT)
        return;
    /* each warp has its own place for local memory, far from every buffer */
    uint64_t own =
        space == VGPU_COUNT_LOCAL ? (UINT64_C(1) << 50) + ((warp->block->linear * 32 + warp->index) << 24) : 0;
    struct vgpu_touched_line lines[LINES_OF_REQUEST];
    uint8_t passes;
    uint32_t count = find_lines(addresses, mask, size_bytes, lines, &passes);
    add_request(warp, op, lines, count, passes, own / VGPU_LINE_BYTES);
}

/* The number of addresses in a pattern does not depend on where it begins. */
static void add_constants(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                          struct pattern_lines *known)
{
    enum { ANY_PHASE = VGPU_LINE_BYTES + 1 };
    if (cache->profile.phase != ANY_PHASE) {
        uint64_t addresses[VGPU_WARP_LANES];
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            addresses[lane] = (UINT64_C(1) << 40) + (uint64_t)(int64_t)cache->distances[lane];
        known->count = count_distinct_bytes(addresses, cache->mask, cache->size_bytes) / cache->size_bytes;
        cache->profile.phase = ANY_PHASE;
    }
    warp->worker->launch->profile->op_lines[op->detail->index] += known->count;
}

void profile_request(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_count_space space,
                     const uint64_t *addresses, uint32_t mask, uint32_t size_bytes)
{
    if (warp->worker->launch->profile && warp->worker->counts_accesses)
        add_any(warp, op, space, addresses, mask, size_bytes);
}

void profile_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache, bool is_shared)
{
    (void)warp, (void)op, (void)is_shared;
    cache->profile.phase = UINT8_MAX;
}

void profile_request_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                             uint64_t base)
{
    if (!warp->worker->launch->profile)
        return;
    struct pattern_lines *known = &warp->worker->launch->profile->patterns[op->access];
    uint64_t first_line = base / VGPU_LINE_BYTES;
    if (op->detail->source->space == PTX_SPACE_CONSTANT) {
        add_constants(warp, op, cache, known);
        return;
    }
    if (cache->profile.phase != base % VGPU_LINE_BYTES) {
        uint64_t addresses[VGPU_WARP_LANES];
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++)
            addresses[lane] = base + (uint64_t)(int64_t)cache->distances[lane];
        known->count = find_lines(addresses, cache->mask, cache->size_bytes, known->lines, &known->passes);
        for (uint32_t i = 0; i < known->count; i++)
            known->lines[i].line -= first_line;
        cache->profile.phase = (uint8_t)(base % VGPU_LINE_BYTES);
    }
    add_request(warp, op, known->lines, known->count, known->passes, first_line);
}

/* --- the whole -------------------------------------------------------------------------------- */

/*
 * Finds the passes of vectorised loads. The profile records neighbouring words one by one; ptxas
 * joins such loads.
 */
static void note_apart(const struct vgpu_access_cache *cache, struct vgpu_profiled_op *to)
{
    enum { BEFORE_FIRST = 1 << 20 }; /* keeps addresses of lanes below the first one positive */
    uint64_t addresses[VGPU_WARP_LANES];
    uint32_t conflicts;
    int64_t distance = 0; /* distance of the last active lane; inactive lanes get it too */
    if (!cache->mask)
        return;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        distance = cache->mask >> lane & 1 ? cache->distances[lane] : distance;
        addresses[lane] = (uint64_t)(BEFORE_FIRST + distance);
    }
    to->apart = cache->alignment;
    count_wavefronts(addresses, UINT32_MAX, 8, &to->wide_passes[0], &conflicts);
    count_wavefronts(addresses, UINT32_MAX, 16, &to->wide_passes[1], &conflicts);
}

static void collect_op(const struct vgpu_launch_state *launch, const struct vgpu_worker *worker, uint32_t index,
                       struct vgpu_profiled_op *to)
{
    const struct vgpu_op *op = &launch->module->ops[index];
    const struct vgpu_detail *detail = op->detail;
    if (!detail || !detail->source)
        return;
    to->function = detail->function;
    to->instruction = detail->source;
    to->line = detail->line;
    to->lines = launch->profile->op_lines[index];
    bool is_copy = ptx_copies_in(detail->source);
    if (detail->access == VGPU_ACCESS_NONE && !is_copy)
        return;
    const struct vgpu_access_counts *counts = worker->accesses[op->access].count.counts;
    to->requests = counts[VGPU_COUNT_GLOBAL].requests + counts[VGPU_COUNT_LOCAL].requests;
    to->sectors = counts[VGPU_COUNT_GLOBAL].sectors + counts[VGPU_COUNT_LOCAL].sectors;
    to->shared_requests = counts[VGPU_COUNT_SHARED].requests;
    to->wavefronts = counts[VGPU_COUNT_SHARED].wavefronts;
    if (to->shared_requests && !is_copy)
        note_apart(&worker->accesses[op->access], to);
    for (int i = 0; i < VGPU_COUNT_SPACES && detail->access == VGPU_ACCESS_ATOMIC; i++) {
        to->atomics += counts[i].lanes;
        to->atomic_distinct += counts[i].distinct;
    }
}

void profile_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                     int total)
{
    struct vgpu_profile_builder *builder = launch->profile;
    const struct vgpu_worker *worker = workers[0];
    (void)total;
    if (!builder)
        return;
    uint32_t count = launch->module->op_count;
    struct vgpu_profile *profile = ARENA_NEW(report->arena, struct vgpu_profile);
    profile->ops = ARENA_ARRAY(report->arena, count + 1U, struct vgpu_profiled_op);
    profile->op_count = count;
    profile->entry = launch->entry->source;
    int64_t warps = 0, lanes = 0;
    for (uint32_t i = 0; i < count; i++) {
        warps += worker->count.ops[i].warps;
        lanes += worker->count.ops[i].lanes;
        collect_op(launch, worker, i, &profile->ops[i]);
        profile->ops[i].warps = (uint64_t)warps;
        profile->ops[i].lanes = (uint64_t)lanes;
    }
    profile->requests = ARENA_ARRAY(report->arena, builder->request_count + 1, struct vgpu_request);
    profile->lines = ARENA_ARRAY(report->arena, builder->line_count + 1, struct vgpu_touched_line);
    if (builder->request_count)
        memcpy(profile->requests, builder->requests, builder->request_count * sizeof(*builder->requests));
    if (builder->line_count)
        memcpy(profile->lines, builder->lines, builder->line_count * sizeof(*builder->lines));
    profile->request_count = builder->request_count;
    profile->line_count = builder->line_count;
    profile->block_count = launch->block_count;
    profile->block_warps = launch->block_warps;
    profile->is_cut = builder->is_cut;
    report->profile = profile;
}
