/*
 * The sentence of a finding for a learner: the thread, its access, the element, and the other
 * party. It is told (base/told.h) by the templates of finding_texts.def:
 *
 *     thread (1,0,0) of block (1,0,0) writes c[33], 4 bytes past the end of c
 *
 *     thread (32,0,0) of block (0,0,0) reads tile[5], which thread (5,0,0) wrote in line 12
 *     without a __syncthreads() between
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mangled.h"
#include "vgpu/finding_texts.h"
#include "vgpu/report/report.h"

enum { NEAR_BYTES = 1 << 20, PART_BYTES = VGPU_TOLD_BYTES }; /* at a larger distance, a buffer's name confuses */

/* A sentence, or a part of one, while it grows. */
struct part {
    char text[PART_BYTES];
};

#define TELL(part, id, ...) VGPU_TELL((part)->text, sizeof(part)->text, id, __VA_ARGS__)

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

/* A name that is words is told, so it can be translated. */
static const char *name_of(const struct vgpu_finding *finding, struct part *out)
{
    static const enum vgpu_text words[] = {VGPU_TEXT_LOCAL_MEMORY, VGPU_TEXT_PARAMETERS, VGPU_TEXT_HEAP_MEMORY};
    if (!has_buffer(finding))
        TELL(out, MEMORY, "%s", "");
    else
        snprintf(out->text, sizeof out->text, "%s", finding->buffer);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(out->text, vgpu_finding_text(words[i])) == 0)
            told_print(out->text, sizeof out->text, vgpu_finding_text(words[i]), "%s", "");
    return out->text;
}

/* "c[33]", "flag", "4 bytes at byte 12 of local memory", "4 bytes at 0x7f". */
static void tell_place(char *out, size_t capacity, const struct vgpu_finding *finding)
{
    int64_t size_bytes = finding->size_bytes ? finding->size_bytes : 1, offset_bytes = finding->offset_bytes;
    struct part name;
    if (!has_buffer(finding) || !is_near(finding))
        VGPU_TELL(out, capacity, PLACE_ADDRESS, "n=%" PRId64 TOLD_AND "address=0x%" PRIx64, size_bytes,
                  finding->address);
    else if (!is_variable(finding->buffer) || offset_bytes % size_bytes)
        VGPU_TELL(out, capacity, PLACE_BYTE, "n=%" PRId64 TOLD_AND "at=%" PRId64 TOLD_AND "buffer=%s", size_bytes,
                  offset_bytes, name_of(finding, &name));
    else if (offset_bytes == 0 && finding->buffer_bytes == (uint64_t)size_bytes)
        snprintf(out, capacity, "%s", finding->buffer);
    else
        snprintf(out, capacity, "%s[%" PRId64 "]", finding->buffer, offset_bytes / size_bytes);
}

void finding_write_place(const struct vgpu_finding *finding, char *out, size_t capacity)
{
    tell_place(out, capacity, finding);
}

void finding_write_extent(const struct vgpu_finding *finding, const struct shadow_extent *extent, char *out,
                          size_t capacity)
{
    uint64_t size_bytes = finding->size_bytes ? finding->size_bytes : 1;
    uint64_t written = extent->defined_bytes / size_bytes, all = finding->buffer_bytes / size_bytes;
    bool are_first = extent->end == extent->defined_bytes;
    struct part name;
    name_of(finding, &name);
    out[0] = '\0';
    if (written == all)
        return;
    if (!extent->defined_bytes)
        VGPU_TELL(out, capacity, NOTHING_WRITTEN, "buffer=%s", name.text);
    else if (written == 1)
        told_print(out, capacity, vgpu_finding_text(are_first ? VGPU_TEXT_FIRST_WRITTEN : VGPU_TEXT_ONE_WRITTEN),
                   "all=%" PRIu64 TOLD_AND "buffer=%s", all, name.text);
    else
        told_print(out, capacity,
                   vgpu_finding_text(are_first ? VGPU_TEXT_FIRST_OF_THEM_WRITTEN : VGPU_TEXT_SOME_WRITTEN),
                   "count=%" PRIu64 TOLD_AND "all=%" PRIu64 TOLD_AND "buffer=%s", written, all, name.text);
}

/* --- one access ------------------------------------------------------------------------------- */

/* "thread (1,0,0) of block (0,0,0)" */
static void tell_thread(struct part *out, const uint32_t thread[3], const uint32_t block[3])
{
    TELL(out, THREAD_OF_BLOCK, "thread=(%u,%u,%u)" TOLD_AND "block=(%u,%u,%u)", thread[0], thread[1], thread[2],
         block[0], block[1], block[2]);
}

/* "{who} reads {place}" */
static void tell_access_to(struct part *out, const struct vgpu_finding *finding, const struct part *who,
                           const struct part *place)
{
    static const enum vgpu_text verbs[] = {[VGPU_ACCESS_NONE] = VGPU_TEXT_USES,
                                           [VGPU_ACCESS_READ] = VGPU_TEXT_READS,
                                           [VGPU_ACCESS_WRITE] = VGPU_TEXT_WRITES,
                                           [VGPU_ACCESS_ATOMIC] = VGPU_TEXT_UPDATES};
    told_print(out->text, sizeof out->text, vgpu_finding_text(verbs[finding->access]), "who=%s" TOLD_AND "place=%s",
               who->text, place->text);
}

static void tell_access(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part place;
    tell_place(place.text, sizeof place.text, finding);
    tell_access_to(out, finding, who, &place);
}

/* --- kinds ------------------------------------------------------------------------------------ */

static void tell_out_of_bounds(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access, name, text;
    tell_access(&access, finding, who);
    name_of(finding, &name);
    if (!has_buffer(finding))
        TELL(out, IN_NO_BUFFER, "access=%s", access.text);
    else if (!is_near(finding) && !finding->inside)
        TELL(out, FAR_FROM_BUFFERS, "access=%s", access.text);
    else if (finding->offset_bytes < 0)
        TELL(out, BEFORE_START, "n=%" PRIu64 TOLD_AND "access=%s" TOLD_AND "buffer=%s",
             vgpu_finding_bytes_before(finding), access.text, name.text);
    else if ((uint64_t)finding->offset_bytes >= finding->buffer_bytes)
        TELL(out, PAST_END, "access=%s" TOLD_AND "buffer=%s", access.text, name.text);
    else
        TELL(out, PARTLY_PAST_END, "n=%" PRIu64 TOLD_AND "access=%s" TOLD_AND "buffer=%s",
             vgpu_finding_bytes_past(finding), access.text, name.text);
    if (!finding->inside)
        return;
    text = *out;
    TELL(out, INSIDE, "text=%s" TOLD_AND "inside=%s", text.text, finding->inside);
}

static void tell_null(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access, place;
    TELL(&place, PLACE_NULL, "n=%u" TOLD_AND "address=%" PRIu64, finding->size_bytes, finding->address);
    tell_access_to(&access, finding, who, &place);
    TELL(out, POINTER_IS_NULL, "access=%s", access.text);
}

static void tell_misaligned(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access, place, name;
    TELL(&place, PLACE_AT_ONCE, "n=%u" TOLD_AND "at=%" PRId64 TOLD_AND "buffer=%s", finding->size_bytes,
         finding->offset_bytes, name_of(finding, &name));
    tell_access_to(&access, finding, who, &place);
    TELL(out, NOT_A_MULTIPLE, "access=%s" TOLD_AND "size=%u", access.text, finding->size_bytes);
}

static void tell_freed(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access;
    tell_access(&access, finding, who);
    TELL(out, FREED_BEFORE, "access=%s", access.text);
}

static void tell_read_only(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access;
    tell_access(&access, finding, who);
    TELL(out, ONLY_READ, "access=%s", access.text);
}

static void tell_never_written(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    struct part access;
    tell_access(&access, finding, who);
    TELL(out, NEVER_WRITTEN, "access=%s", access.text);
}

static void tell_leak(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    TELL(out, NEVER_FREED, "n=%" PRIu64 TOLD_AND "who=%s", finding->buffer_bytes, who->text);
}

static void tell_noncoherent(struct part *out, const struct vgpu_finding *finding, const struct part *who)
{
    static const enum vgpu_text texts[2][2] = {{VGPU_TEXT_WRITES_WHAT_IS_READ, VGPU_TEXT_WRITES_WHAT_LINE_READS},
                                               {VGPU_TEXT_READS_WHAT_IS_WRITTEN, VGPU_TEXT_READS_WHAT_LINE_WRITES}};
    const struct vgpu_party *party = &finding->other;
    struct part access, other;
    tell_access(&access, finding, who);
    tell_thread(&other, party->thread, party->block);
    told_print(out->text, sizeof out->text,
               vgpu_finding_text(texts[finding->access == VGPU_ACCESS_READ][party->line != 0]),
               "access=%s" TOLD_AND "other=%s" TOLD_AND "line=%d", access.text, other.text, party->line);
}

/* --- races ------------------------------------------------------------------------------------ */

/* A copy or fill of a plan: no thread does it. */
static bool is_transfer(const struct vgpu_finding *finding)
{
    return finding->check == VGPU_CHECK_RACE && !finding->ptx_line && finding->other.kernel;
}

static void tell_transfer(struct part *out, const char *name)
{
    if (strcmp(name, "copy") == 0)
        TELL(out, TRANSFER_COPY, "%s", "");
    else
        TELL(out, TRANSFER_ZERO, "%s", "");
}

static bool same_block(const struct vgpu_finding *finding)
{
    return !finding->other.kernel && memcmp(finding->block, finding->other.block, sizeof(finding->block)) == 0;
}

/* One line, two threads, one element: the index is at fault, and no barrier would help. */
static bool has_one_index(const struct vgpu_finding *finding)
{
    return finding->space == VGPU_FINDING_SPACE_GLOBAL && finding->access == VGPU_ACCESS_WRITE &&
           finding->other.access == VGPU_ACCESS_WRITE && !finding->other.kernel && finding->line > 0 &&
           finding->line == finding->other.line;
}

/* The missing synchronisation between the two, or the cause that no synchronisation removes. */
static enum vgpu_text missing_order(const struct vgpu_finding *finding, const uint32_t block_dim[3])
{
    const uint32_t *thread = finding->other.thread;
    uint32_t number = (thread[2] * block_dim[1] + thread[1]) * block_dim[0] + thread[0];
    if (finding->other.is_copying)
        return VGPU_TEXT_BY_COPY;
    if (has_one_index(finding))
        return VGPU_TEXT_ONE_ELEMENT;
    if (finding->access == VGPU_ACCESS_ATOMIC && finding->other.access == VGPU_ACCESS_ATOMIC)
        return VGPU_TEXT_IN_BLOCK_ONLY;
    if (finding->other.kernel)
        return is_transfer(finding) || !finding->other.ptx_line ? VGPU_TEXT_NO_ORDER : VGPU_TEXT_NO_ORDER_OF_LAUNCHES;
    if (!same_block(finding))
        return finding->space == VGPU_FINDING_SPACE_SHARED ? VGPU_TEXT_NO_CLUSTER_SYNC : VGPU_TEXT_NO_ORDER_OF_BLOCKS;
    return number / VGPU_WARP_LANES == finding->warp ? VGPU_TEXT_NO_SYNCWARP : VGPU_TEXT_NO_SYNCTHREADS;
}

static void tell_device(struct part *who, int device)
{
    struct part alone = *who;
    TELL(who, ON_DEVICE, "who=%s" TOLD_AND "device=%d", alone.text, device);
}

static void tell_other(struct part *out, const struct vgpu_finding *finding)
{
    const struct vgpu_party *other = &finding->other;
    struct part who;
    if (!other->ptx_line)
        tell_transfer(out, other->kernel ? other->kernel : "");
    else if (same_block(finding))
        TELL(out, THREAD, "thread=(%u,%u,%u)", other->thread[0], other->thread[1], other->thread[2]);
    else
        tell_thread(out, other->thread, other->block);
    who = *out;
    if (other->ptx_line && other->kernel) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        TELL(out, OF_KERNEL, "who=%s" TOLD_AND "kernel=%s", who.text, mangled_readable(arena, other->kernel));
    }
    if (other->kernel && other->device != finding->device)
        tell_device(out, other->device);
}

/* "{access}, which {other} wrote" */
static void tell_meeting(struct part *out, const struct vgpu_finding *finding, const struct part *who,
                         const struct part *other)
{
    static const enum vgpu_text did[] = {[VGPU_ACCESS_NONE] = VGPU_TEXT_OTHER_USED,
                                         [VGPU_ACCESS_READ] = VGPU_TEXT_OTHER_READ,
                                         [VGPU_ACCESS_WRITE] = VGPU_TEXT_OTHER_WROTE,
                                         [VGPU_ACCESS_ATOMIC] = VGPU_TEXT_OTHER_UPDATED};
    bool is_atomic = finding->access == VGPU_ACCESS_ATOMIC;
    enum vgpu_text text = did[finding->other.access];
    struct part access, place;
    tell_place(place.text, sizeof place.text, finding);
    if (is_atomic)
        TELL(&access, UPDATES_ATOMICALLY, "who=%s" TOLD_AND "place=%s", who->text, place.text);
    else
        tell_access_to(&access, finding, who, &place);
    if (is_atomic && text == VGPU_TEXT_OTHER_WROTE)
        text = VGPU_TEXT_OTHER_WROTE_PLAINLY;
    told_print(out->text, sizeof out->text, vgpu_finding_text(text), "access=%s" TOLD_AND "other=%s", access.text,
               other->text);
}

static void tell_race(struct part *out, const struct vgpu_finding *finding, const struct part *who,
                      const uint32_t block_dim[3])
{
    struct part other, place, text;
    tell_other(&other, finding);
    tell_place(place.text, sizeof place.text, finding);
    if (finding->kind == VGPU_FINDING_RACE_SAME_VALUE)
        TELL(out, SAME_VALUE, "who=%s" TOLD_AND "place=%s" TOLD_AND "other=%s", who->text, place.text, other.text);
    else
        tell_meeting(out, finding, who, &other);
    text = *out;
    if (finding->other.line && finding->other.line == finding->line && !finding->other.kernel)
        TELL(out, IN_SAME_LINE, "text=%s", text.text);
    else if (finding->other.line)
        TELL(out, IN_LINE, "text=%s" TOLD_AND "line=%d", text.text, finding->other.line);
    text = *out;
    told_print(out->text, sizeof out->text, vgpu_finding_text(missing_order(finding, block_dim)), "text=%s", text.text);
}

/* --- all -------------------------------------------------------------------------------------- */

typedef void (*teller)(struct part *out, const struct vgpu_finding *finding, const struct part *who);

static const teller tellers[VGPU_FINDING_KIND_COUNT] = {
    [VGPU_FINDING_OUT_OF_BOUNDS] = tell_out_of_bounds,
    [VGPU_FINDING_NULL_POINTER] = tell_null,
    [VGPU_FINDING_MISALIGNED] = tell_misaligned,
    [VGPU_FINDING_USE_AFTER_FREE] = tell_freed,
    [VGPU_FINDING_READ_ONLY] = tell_read_only,
    [VGPU_FINDING_DEVICE_MALLOC_LEAK] = tell_leak,
    [VGPU_FINDING_NONCOHERENT_LOAD] = tell_noncoherent,
    [VGPU_FINDING_UNINITIALISED_GLOBAL] = tell_never_written,
    [VGPU_FINDING_UNINITIALISED_SHARED] = tell_never_written,
};

/* Kinds whose own words begin with a verb, of which the thread is the subject. */
static const bool begins_with_verb[VGPU_FINDING_KIND_COUNT] = {
    [VGPU_FINDING_ABSENT_BLOCK] = true,       [VGPU_FINDING_WRONG_SPACE] = true,
    [VGPU_FINDING_INACTIVE_SOURCE] = true,    [VGPU_FINDING_ORDER_LOST_UPDATE] = true,
    [VGPU_FINDING_ORDER_EARLY_READ] = true,   [VGPU_FINDING_ORDER_REGISTER] = true,
    [VGPU_FINDING_ORDER_ENDLESS_WAIT] = true,
};

void finding_write_message(const struct vgpu_finding *finding, const uint32_t block_dim[3], char *out, size_t capacity)
{
    teller special = tellers[finding->kind];
    struct part who, text;
    if (is_transfer(finding))
        tell_transfer(&who, finding->kernel);
    else
        tell_thread(&who, finding->thread, finding->block);
    if (finding->other.kernel && finding->other.device != finding->device)
        tell_device(&who, finding->device);
    if (finding->message)
        told_print(text.text, sizeof text.text,
                   vgpu_finding_text(begins_with_verb[finding->kind] ? VGPU_TEXT_DOES : VGPU_TEXT_SAYS),
                   "who=%s" TOLD_AND "what=%s", who.text, finding->message);
    else if (special)
        special(&text, finding, &who);
    else if (finding->other.ptx_line || finding->other.kernel)
        tell_race(&text, finding, &who, block_dim);
    else
        tell_access(&text, finding, &who);
    snprintf(out, capacity, "%s", text.text);
}
