/*
 * The message of a finding for a learner, in one sentence: the thread, its access, the element, and
 * the other party.
 *
 *     thread (1,0,0) of block (1,0,0) writes c[33], 4 bytes past the end of c
 *
 *     thread (32,0,0) of block (0,0,0) reads tile[5], which thread (5,0,0) wrote in line 12
 *     without a __syncthreads() between
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "vgpu/report/report.h"

enum { NEAR_BYTES = 1 << 20 }; /* at a larger distance, a buffer's name confuses */

struct text {
    char *at;
    size_t left;
};

static void __attribute__((format(printf, 2, 3))) say(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text->at, text->left, format, arguments);
    va_end(arguments);
    size_t used = length < 0 ? 0 : (size_t)length < text->left ? (size_t)length : text->left - 1;
    text->at += used;
    text->left -= used;
}

/* --- places ----------------------------------------------------------------------------------- */

static bool has_buffer(const struct vgpu_finding *finding)
{
    return finding->buffer && finding->buffer[0];
}

/* "local memory" has no elements that could be named. */
static bool is_variable(const char *name)
{
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr("_:$.", *name))
            return false;
    return true;
}

static bool is_near(const struct vgpu_finding *finding)
{
    return vgpu_finding_bytes_past(finding) <= NEAR_BYTES && vgpu_finding_bytes_before(finding) <= NEAR_BYTES;
}

/* "c[33]", "flag", "4 bytes at 12 of local memory", "4 bytes at 0x7f". */
static void say_place(struct text *text, const struct vgpu_finding *finding)
{
    int64_t size_bytes = finding->size_bytes ? finding->size_bytes : 1, offset_bytes = finding->offset_bytes;
    if (!has_buffer(finding) || !is_near(finding))
        say(text, "%" PRId64 " bytes at 0x%" PRIx64, size_bytes, finding->address);
    else if (!is_variable(finding->buffer) || offset_bytes % size_bytes)
        say(text, "%" PRId64 " bytes at byte %" PRId64 " of %s", size_bytes, offset_bytes, finding->buffer);
    else if (offset_bytes == 0 && finding->buffer_bytes == (uint64_t)size_bytes)
        say(text, "%s", finding->buffer);
    else
        say(text, "%s[%" PRId64 "]", finding->buffer, offset_bytes / size_bytes);
}

void finding_write_place(const struct vgpu_finding *finding, char *out, size_t capacity)
{
    struct text text = {out, capacity};
    say_place(&text, finding);
}

void finding_write_extent(const struct vgpu_finding *finding, const struct shadow_extent *extent, char *out,
                          size_t capacity)
{
    struct text text = {out, capacity};
    uint64_t size_bytes = finding->size_bytes ? finding->size_bytes : 1;
    uint64_t written = extent->defined_bytes / size_bytes, all = finding->buffer_bytes / size_bytes;
    bool are_first = extent->end == extent->defined_bytes;
    out[0] = '\0';
    if (written == all)
        return;
    if (!extent->defined_bytes)
        say(&text, "; nothing was written to %s before", finding->buffer);
    else if (written == 1)
        say(&text, "; only %s of the %" PRIu64 " elements of %s is written", are_first ? "the first" : "one", all,
            finding->buffer);
    else
        say(&text, "; only %s%" PRIu64 " of the %" PRIu64 " elements of %s are written", are_first ? "the first " : "",
            written, all, finding->buffer);
}

static const char *verb(enum vgpu_access access)
{
    static const char *const verbs[] = {[VGPU_ACCESS_NONE] = "uses",
                                        [VGPU_ACCESS_READ] = "reads",
                                        [VGPU_ACCESS_WRITE] = "writes",
                                        [VGPU_ACCESS_ATOMIC] = "updates"};
    return verbs[access];
}

static void say_access(struct text *text, const struct vgpu_finding *finding)
{
    say(text, "%s ", verb(finding->access));
    say_place(text, finding);
}

/* --- kinds ------------------------------------------------------------------------------------ */

static void say_out_of_bounds(struct text *text, const struct vgpu_finding *finding)
{
    say_access(text, finding);
    if (!has_buffer(finding))
        say(text, ", which belongs to no buffer");
    else if (!is_near(finding) && !finding->inside)
        say(text, ", far from every buffer");
    else if (finding->offset_bytes < 0)
        say(text, ", %" PRIu64 " bytes before the start of %s", vgpu_finding_bytes_before(finding), finding->buffer);
    else
        say(text, ", %" PRIu64 " bytes past the end of %s", vgpu_finding_bytes_past(finding), finding->buffer);
    if (finding->inside)
        say(text, " and inside %s", finding->inside);
}

static void say_null(struct text *text, const struct vgpu_finding *finding)
{
    say(text, "%s %u bytes at address %" PRIu64 ": the pointer is null", verb(finding->access), finding->size_bytes,
        finding->address);
}

static void say_misaligned(struct text *text, const struct vgpu_finding *finding)
{
    say(text, "%s %u bytes at once from byte %" PRId64 " of %s on, which is not a multiple of %u",
        verb(finding->access), finding->size_bytes, finding->offset_bytes,
        has_buffer(finding) ? finding->buffer : "memory", finding->size_bytes);
}

static void say_freed(struct text *text, const struct vgpu_finding *finding)
{
    say_access(text, finding);
    say(text, ", which was freed before");
}

static void say_read_only(struct text *text, const struct vgpu_finding *finding)
{
    say_access(text, finding);
    say(text, ", which kernels may only read");
}

static void say_never_written(struct text *text, const struct vgpu_finding *finding)
{
    say_access(text, finding);
    say(text, ", which was never written");
}

static void say_leak(struct text *text, const struct vgpu_finding *finding)
{
    say(text, "allocates %" PRIu64 " bytes with malloc and never frees them", finding->buffer_bytes);
}

static void say_noncoherent(struct text *text, const struct vgpu_finding *finding)
{
    const struct vgpu_party *other = &finding->other;
    bool reads = finding->access == VGPU_ACCESS_READ;
    say_access(text, finding);
    say(text, "%s, but thread (%u,%u,%u) of block (%u,%u,%u) %s it", reads ? " through the read-only cache" : "",
        other->thread[0], other->thread[1], other->thread[2], other->block[0], other->block[1], other->block[2],
        reads ? "wrote" : "reads");
    if (other->line)
        say(text, " in line %d", other->line);
    say(text, "%s in the same launch", reads ? "" : " through the read-only cache");
}

/* --- races ------------------------------------------------------------------------------------ */

/* A copy or fill of a plan: no thread does it. */
static bool is_transfer(const struct vgpu_finding *finding)
{
    return finding->check == VGPU_CHECK_RACE && !finding->ptx_line && finding->other.kernel;
}

static bool same_block(const struct vgpu_finding *finding)
{
    return !finding->other.kernel && memcmp(finding->block, finding->other.block, sizeof(finding->block)) == 0;
}

/* Names the missing synchronisation between the two. */
static void say_missing_order(struct text *text, const struct vgpu_finding *finding, const uint32_t block_dim[3])
{
    const uint32_t *thread = finding->other.thread;
    uint32_t number = (thread[2] * block_dim[1] + thread[1]) * block_dim[0] + thread[0];
    if (finding->other.is_copying)
        say(text, " by an asynchronous copy that it has not waited for");
    else if (finding->access == VGPU_ACCESS_ATOMIC && finding->other.access == VGPU_ACCESS_ATOMIC)
        say(text, ", and one of the two is atomic within its block only");
    else if (finding->other.kernel)
        say(text, is_transfer(finding) || !finding->other.ptx_line ? ", and nothing orders the two"
                                                                   : ", and nothing orders the two launches");
    else if (!same_block(finding))
        say(text, ", and nothing orders the two blocks");
    else if (number / VGPU_WARP_LANES == finding->warp)
        say(text, " without a __syncwarp() or __syncthreads() between");
    else
        say(text, " without a __syncthreads() between");
}

static void say_other(struct text *text, const struct vgpu_finding *finding)
{
    const struct vgpu_party *other = &finding->other;
    bool is_launch = other->ptx_line != 0;
    if (is_launch)
        say(text, "thread (%u,%u,%u)", other->thread[0], other->thread[1], other->thread[2]);
    if (is_launch && !same_block(finding))
        say(text, " of block (%u,%u,%u)", other->block[0], other->block[1], other->block[2]);
    if (other->kernel)
        say(text, is_launch ? " of %s" : "a %s", other->kernel);
    if (other->kernel && other->device != finding->device)
        say(text, " on device %d", other->device);
}

static void say_race(struct text *text, const struct vgpu_finding *finding, const uint32_t block_dim[3])
{
    static const char *const did[] = {"used", "read", "wrote", "updated atomically"};
    bool is_atomic = finding->access == VGPU_ACCESS_ATOMIC;
    if (finding->kind == VGPU_FINDING_RACE_SAME_VALUE) {
        say(text, "writes the same value to ");
        say_place(text, finding);
        say(text, " as ");
        say_other(text, finding);
    } else {
        say_access(text, finding);
        say(text, "%s, which ", is_atomic ? " atomically" : "");
        say_other(text, finding);
        say(text, " %s%s", did[finding->other.access],
            is_atomic && finding->other.access == VGPU_ACCESS_WRITE ? " plainly" : "");
    }
    if (finding->other.line)
        say(text, " in line %d", finding->other.line);
    say_missing_order(text, finding, block_dim);
}

/* --- all -------------------------------------------------------------------------------------- */

typedef void (*sayer)(struct text *text, const struct vgpu_finding *finding);

static const sayer sayers[VGPU_FINDING_KIND_COUNT] = {
    [VGPU_FINDING_OUT_OF_BOUNDS] = say_out_of_bounds,
    [VGPU_FINDING_NULL_POINTER] = say_null,
    [VGPU_FINDING_MISALIGNED] = say_misaligned,
    [VGPU_FINDING_USE_AFTER_FREE] = say_freed,
    [VGPU_FINDING_READ_ONLY] = say_read_only,
    [VGPU_FINDING_DEVICE_MALLOC_LEAK] = say_leak,
    [VGPU_FINDING_NONCOHERENT_LOAD] = say_noncoherent,
    [VGPU_FINDING_UNINITIALISED_GLOBAL] = say_never_written,
    [VGPU_FINDING_UNINITIALISED_SHARED] = say_never_written,
};

void finding_write_message(const struct vgpu_finding *finding, const uint32_t block_dim[3], char *out, size_t capacity)
{
    struct text text = {out, capacity};
    sayer special = sayers[finding->kind];
    if (is_transfer(finding))
        say(&text, "a %s", finding->kernel);
    else
        say(&text, "thread (%u,%u,%u) of block (%u,%u,%u)", finding->thread[0], finding->thread[1], finding->thread[2],
            finding->block[0], finding->block[1], finding->block[2]);
    if (finding->other.kernel && finding->other.device != finding->device)
        say(&text, " on device %d", finding->device);
    if (finding->message) {
        say(&text, ": %s", finding->message);
        return;
    }
    say(&text, " ");
    if (special)
        special(&text, finding);
    else if (finding->other.ptx_line || finding->other.kernel)
        say_race(&text, finding, block_dim);
    else
        say_access(&text, finding);
}
