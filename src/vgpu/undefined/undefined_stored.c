/*
 * The records of a device: findings that come when a kernel or the host reads an undefined stored
 * value.
 */
#include "vgpu/undefined/undefined_stored.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/disassembly.h"
#include "vgpu/execution/device.h"
#include "vgpu/finding_texts.h"

enum {
    /* records of a device; with 0 for none they fill the bits below DEVICE_SHIFT */
    RECORDS_MAX = 4095,
    DEVICE_SHIFT = 12,
    TEXT_BYTES = 2 * VGPU_TOLD_BYTES,
};

struct undefined_record {
    struct undefined_store store; /* key in the launch that used it last */
    uint64_t launch, made_by;     /* numbers of that launch and of the launch that created it */
    uint64_t block, order;        /* block and order of the warp that it describes */
    uint64_t count, settled_count;
    uint64_t to_start, to_offset; /* place where that warp stored the value */
    uint32_t element_bytes;
    int store_line;            /* line of the PTX text */
    bool is_settled;           /* the message is complete */
    struct vgpu_finding found; /* the record owns its strings */
};

struct undefined_records {
    pthread_mutex_t lock;
    struct undefined_record *items[RECORDS_MAX];
    uint32_t count;
};

/* --- strings ---------------------------------------------------------------------------------- */

static void free_strings(struct vgpu_finding *finding)
{
    const char *const strings[] = {finding->file,   finding->instruction, finding->kernel, finding->buffer,
                                   finding->inside, finding->use,         finding->message};
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++)
        free((char *)strings[i]);
    *finding = (struct vgpu_finding){0};
}

static void record_free(struct undefined_record *record)
{
    free_strings(&record->found);
    free(record);
}

void undefined_device_free(struct vgpu *device)
{
    struct undefined_records *records = device->memory.undefined;
    for (uint32_t i = 0; records && i < records->count; i++)
        record_free(records->items[i]);
    if (records)
        pthread_mutex_destroy(&records->lock);
    free(records);
}

static const char *copy(const char *text)
{
    return text ? strdup(text) : NULL;
}

void undefined_stored_tell(struct undefined_record *record, struct vgpu_warp *warp, const struct vgpu_op *op,
                           const struct vgpu_finding *template)
{
    CLEANUP(buffer_done) struct buffer instruction = BUFFER_INIT;
    char message[TEXT_BYTES];
    struct vgpu_finding found = *template;
    report_complete_finding(warp, op, &found, message, sizeof(message));
    ptx_disassemble_instruction(warp->worker->launch->module->program, op->detail->function, op->detail->source,
                                &instruction);
    found.file = copy(found.file);
    found.instruction = copy(buffer_text(&instruction));
    found.kernel = copy(found.kernel);
    found.buffer = copy(found.buffer);
    found.inside = copy(found.inside);
    found.use = copy(template->use ? template->use : "");
    found.message = copy(message);
    free_strings(&record->found);
    record->found = found;
}

/* --- the records of a device ------------------------------------------------------------------ */

/* Several blocks that run side by side may get here first at the same time. */
static struct undefined_records *records_of(struct vgpu_launch_state *launch)
{
    struct vgpu_memory *memory = device_memory(launch->device);
    pthread_mutex_lock(&launch->lock);
    if (!memory->undefined && (memory->undefined = calloc(1, sizeof(*memory->undefined))))
        pthread_mutex_init(&memory->undefined->lock, NULL);
    pthread_mutex_unlock(&launch->lock);
    return memory->undefined;
}

static uint32_t find(const struct undefined_records *records, uint64_t launch, const struct undefined_store *store)
{
    uint32_t at = records->count;
    for (uint32_t i = 0; i < records->count && at == records->count; i++) {
        const struct undefined_record *record = records->items[i];
        if (record->launch == launch && undefined_store_is_same(&record->store, store))
            at = i;
    }
    return at;
}

static bool says_the_same(const struct undefined_record *a, const struct undefined_record *b)
{
    return a->found.kind == b->found.kind && a->found.ptx_line == b->found.ptx_line && a->store_line == b->store_line &&
           a->to_start == b->to_start && strcmp(a->found.kernel, b->found.kernel) == 0 &&
           strcmp(a->found.buffer, b->found.buffer) == 0;
}

/*
 * If a record of an earlier launch has the same content as the last, new record, it replaces the
 * new one.
 */
static uint32_t take_earlier(struct undefined_records *records)
{
    uint32_t last = records->count - 1;
    struct undefined_record *record = records->items[last];
    for (uint32_t i = 0; i < last; i++) {
        struct undefined_record *earlier = records->items[i];
        if (earlier->launch == record->launch || !says_the_same(earlier, record))
            continue;
        earlier->store = record->store;
        earlier->launch = record->launch;
        record_free(record);
        records->count--;
        return i;
    }
    return last;
}

static void set_teller(struct undefined_record *record, struct vgpu_warp *warp, const struct undefined_store *store,
                       undefined_stored_teller *tell, void *context)
{
    record->to_offset = store->offset;
    record->block = warp->block->linear;
    record->order = warp->worker->order++;
    tell(record, context);
}

static uint32_t add(struct undefined_records *records, struct vgpu_warp *warp, const struct undefined_store *store,
                    undefined_stored_teller *tell, void *context)
{
    struct undefined_record *record = records->count < RECORDS_MAX ? calloc(1, sizeof(*record)) : NULL;
    if (!record)
        return records->count;
    uint64_t launch = warp->worker->launch->number;
    *record = (struct undefined_record){.store = *store,
                                        .launch = launch,
                                        .made_by = launch,
                                        .to_start = store->to->start,
                                        .element_bytes = store->op->detail->size_bytes,
                                        .store_line = store->op->detail->source->ptx_line};
    records->items[records->count++] = record;
    set_teller(record, warp, store, tell, context);
    return take_earlier(records);
}

uint16_t undefined_stored_note(struct vgpu_warp *warp, const struct undefined_store *store,
                               undefined_stored_teller *tell, void *context)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    struct undefined_records *records = records_of(launch);
    if (!records)
        return 0;
    pthread_mutex_lock(&records->lock);
    uint32_t at = find(records, launch->number, store);
    if (at == records->count)
        at = add(records, warp, store, tell, context);
    else if (records->items[at]->made_by == launch->number && warp->block->linear < records->items[at]->block)
        set_teller(records->items[at], warp, store, tell, context);
    bool is_found = at < records->count;
    if (is_found)
        records->items[at]->count++;
    pthread_mutex_unlock(&records->lock);
    return is_found ? (uint16_t)(device_memory(launch->device)->index << DEVICE_SHIFT | (int)(at + 1)) : 0;
}

static struct undefined_record *record_of(const struct vgpu_memory *memory, uint16_t number)
{
    int device = number >> DEVICE_SHIFT;
    const struct vgpu_memory *owner = memory->index == device ? memory : memory->peers[device];
    return owner->undefined->items[(number & RECORDS_MAX) - 1];
}

void undefined_stored_discard(struct vgpu_launch_state *launch)
{
    struct undefined_records *records = device_memory(launch->device)->undefined;
    while (records && records->count && records->items[records->count - 1]->made_by == launch->number)
        record_free(records->items[--records->count]);
    for (uint32_t i = 0; records && i < records->count; i++) {
        records->items[i]->count = records->items[i]->settled_count;
        if (records->items[i]->launch == launch->number)
            records->items[i]->launch = 0;
    }
}

void undefined_launch_done(struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    const struct undefined_records *records = device_memory(launch->device)->undefined;
    for (uint32_t i = 0; records && i < records->count; i++) {
        struct undefined_record *record = records->items[i];
        char text[FINDING_EXTENT_BYTES];
        record->settled_count = record->count;
        if (record->is_settled)
            continue;
        record->is_settled = true;
        report_find_written(launch, &record->found, text);
        char *longer = malloc(strlen(record->found.message) + strlen(text) + 1);
        if (!longer)
            continue;
        strcpy(longer, record->found.message);
        strcat(longer, text);
        free((char *)record->found.message);
        record->found.message = longer;
    }
}

/* --- uses ------------------------------------------------------------------------------------- */

void undefined_stored_report(struct vgpu_warp *warp, const struct vgpu_op *op, uint16_t number, const char *use)
{
    const struct undefined_record *record = record_of(device_memory(warp->worker->launch->device), number);
    char text[TEXT_BYTES];
    struct vgpu_finding finding = record->found;
    snprintf(text, sizeof(text), "%s%s", finding.use, use);
    finding.use = text;
    report_add_completed(warp, op, &finding, record->is_settled);
}

/* --- the host --------------------------------------------------------------------------------- */

/* A record that the host found, and the first place with it. */
struct met {
    const struct undefined_record *record;
    uint16_t number;
    uint64_t offset;
};

static int compare_met(const void *a, const void *b)
{
    const struct met *left = a, *right = b;
    int device_left = left->number >> DEVICE_SHIFT, device_right = right->number >> DEVICE_SHIFT;
    if (device_left != device_right)
        return device_left - device_right;
    if (left->record->made_by != right->record->made_by)
        return left->record->made_by < right->record->made_by ? -1 : 1;
    if (left->record->block != right->record->block)
        return left->record->block < right->record->block ? -1 : 1;
    return left->record->order < right->record->order ? -1 : left->record->order > right->record->order;
}

static size_t find_met(const struct vgpu_memory *memory, const struct vgpu_buffer *buffer, uint64_t offset,
                       uint64_t end, struct arena *arena, struct met **out_met)
{
    size_t count = 0;
    *out_met = NULL;
    for (; (offset = memory_undefined_next(buffer, offset, end)) < end; offset++) {
        uint16_t number = memory_undefined_record(buffer, offset);
        size_t i = 0;
        while (i < count && (*out_met)[i].number != number)
            i++;
        if (i == count && (count & (count - 1)) == 0) {
            struct met *grown = ARENA_ARRAY(arena, count ? 2 * count : 1, struct met);
            if (count)
                memcpy(grown, *out_met, count * sizeof(*grown));
            *out_met = grown;
        }
        if (i == count)
            (*out_met)[count++] = (struct met){.record = record_of(memory, number), .number = number, .offset = offset};
    }
    return count;
}

static bool is_same(const struct vgpu_finding *a, const struct vgpu_finding *b)
{
    return a->kind == b->kind && a->line == b->line && (a->line > 0 || a->ptx_line == b->ptx_line) &&
           strcmp(a->buffer, b->buffer) == 0;
}

/*
 * Describes where the host found the value, if this is not where the record says that it was
 * stored.
 */
static const char *say_where(struct arena *arena, const struct vgpu_buffer *buffer, const struct met *met)
{
    const struct undefined_record *record = met->record;
    char place[400], told[600];
    bool is_there = buffer->start == record->to_start &&
                    memory_undefined_next(buffer, record->to_offset, record->to_offset + record->element_bytes) <
                        record->to_offset + record->element_bytes;
    if (is_there)
        return "";
    struct vgpu_finding held = {.buffer = buffer->name,
                                .buffer_bytes = buffer->size_bytes,
                                .offset_bytes = (int64_t)(met->offset / record->element_bytes * record->element_bytes),
                                .size_bytes = record->element_bytes};
    finding_write_place(&held, place, sizeof(place));
    VGPU_TELL(told, sizeof(told), HELD_FOR_HOST, "place=%s", place);
    return arena_strdup(arena, told);
}

static void copy_finding(struct arena *arena, const struct vgpu_buffer *buffer, const struct met *met,
                         struct vgpu_finding *out)
{
    const struct undefined_record *record = met->record;
    *out = record->found;
    out->file = arena_strdup(arena, out->file);
    out->instruction = arena_strdup(arena, out->instruction);
    out->kernel = arena_strdup(arena, out->kernel);
    out->buffer = arena_strdup(arena, out->buffer);
    out->said = arena_printf(arena, "%s%s%s", out->message, out->use, say_where(arena, buffer, met));
    out->message = told_english(arena, out->said);
    out->inside = out->inside ? arena_strdup(arena, out->inside) : NULL;
    out->use = NULL;
    out->count = record->count;
}

void undefined_host_read(struct vgpu *device, uint64_t from, uint64_t size_bytes, struct arena *arena,
                         struct vgpu_finding **out_findings, size_t *out_count)
{
    struct vgpu_buffer *buffer = memory_find_any(&device->memory, from, size_bytes);
    struct met *met;
    size_t count = 0;
    if (!buffer || !buffer->undefined)
        return;
    uint64_t first = from - buffer->start;
    size_t met_count = find_met(&device->memory, buffer, first, first + size_bytes, arena, &met);
    if (met_count)
        qsort(met, met_count, sizeof(*met), compare_met);
    *out_findings = ARENA_ARRAY(arena, met_count + 1, struct vgpu_finding);
    for (size_t i = 0; i < met_count; i++) {
        size_t j = 0;
        while (j < count && !is_same(&(*out_findings)[j], &met[i].record->found))
            j++;
        if (j < count)
            (*out_findings)[j].count += met[i].record->count;
        else
            copy_finding(arena, buffer, &met[i], &(*out_findings)[count++]);
    }
    *out_count = count;
}
