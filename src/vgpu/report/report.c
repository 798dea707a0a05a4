/*
 * Findings and printed lines: collected per worker, put into canonical order at the end.
 *
 * A worker executes its blocks in ascending order. So it meets the first of several findings of one
 * kind at one op first. Among workers the lowest block decides. So the report does not depend on
 * the distribution of the blocks.
 */
#include "vgpu/report/report.h"
#include "vgpu/finding_texts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/disassembly.h"
#include "vgpu/execution/device.h"

enum {
    FINDING_TABLE_SIZE = 1 << 12,
    FINDINGS_MAX = FINDING_TABLE_SIZE / 2,
    MESSAGE_BYTES = VGPU_TOLD_BYTES,
    USE_BYTES = VGPU_TOLD_BYTES
};

struct found {
    struct vgpu_finding finding;
    const struct vgpu_op *op;
    uint64_t block;
    uint64_t order;   /* within the block */
    bool is_complete; /* by report_add_completed() */
    bool is_settled;
    char message[MESSAGE_BYTES];
    char use[USE_BYTES]; /* how the message ends */
};

struct printed {
    uint64_t block, order;
    uint32_t position[3], thread[3];
    char *text;
};

/* The finding that was counted last: a loop often has the same one thousands of times. */
struct counted {
    const struct vgpu_op *op;
    const char *buffer;
    enum vgpu_finding_kind kind;
    struct found *found; /* NULL: none */
};

struct vgpu_report_builder {
    struct found **table; /* by kind, op and buffer; FINDING_TABLE_SIZE */
    struct found **found;
    size_t count;
    uint64_t total;
    struct printed *printed;
    size_t printed_count, printed_capacity;
    uint64_t printed_total;
    struct counted counted;
};

struct vgpu_report_builder *report_builder_new(void)
{
    struct vgpu_report_builder *builder = calloc(1, sizeof(*builder));
    if (!builder)
        return NULL;
    builder->table = calloc(FINDING_TABLE_SIZE, sizeof(*builder->table));
    builder->found = calloc(FINDINGS_MAX, sizeof(*builder->found));
    if (builder->table && builder->found)
        return builder;
    report_builder_free(builder);
    return NULL;
}

void report_builder_free(struct vgpu_report_builder *builder)
{
    if (!builder)
        return;
    for (size_t i = 0; i < builder->count; i++)
        free(builder->found[i]);
    for (size_t i = 0; i < builder->printed_count; i++)
        free(builder->printed[i].text);
    free(builder->printed);
    free(builder->table);
    free(builder->found);
    free(builder);
}

size_t report_builder_count(const struct vgpu_report_builder *builder)
{
    return builder->count;
}

void report_thread_position(const struct vgpu_launch_state *launch, uint32_t thread, uint32_t out_position[3])
{
    const uint32_t *block = launch->request->block;
    out_position[0] = thread % block[0];
    out_position[1] = thread / block[0] % block[1];
    out_position[2] = thread / block[0] / block[1];
}

/* --- adding ----------------------------------------------------------------------------------- */

/* Most texts that are compared here are the same one. */
static bool is_same_text(const char *left, const char *right)
{
    return left == right || strcmp(left, right) == 0;
}

/*
 * Of the same line, or instruction where no line is known. Buffers are compared by name, since
 * every malloc makes a new one.
 */
static bool is_same(const struct found *found, const struct vgpu_op *op, const struct vgpu_finding *finding)
{
    const struct vgpu_finding *other = &found->finding;
    if (other->kind != finding->kind || other->line != finding->line || !is_same_text(other->buffer, finding->buffer))
        return false;
    return finding->line > 0 || found->op->detail == op->detail;
}

/* The place of an equal finding in a hash table; NULL there: it has none. */
static struct found **find_slot(struct found **table, size_t size, const struct vgpu_op *op,
                                const struct vgpu_finding *finding)
{
    uint64_t place = finding->line > 0 ? (uint64_t)finding->line : (uint64_t)op->detail->index << 32;
    uint64_t hash = place * 31 + finding->kind;
    for (const char *c = finding->buffer; *c; c++)
        hash = hash * 31 + (unsigned char)*c;
    hash *= UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (hash >> 40) % size;
    while (table[at] && !is_same(table[at], op, finding))
        at = (at + 1) % size;
    return &table[at];
}

/* The file that the kernel itself is in; "" unknown. */
static const char *kernel_file(const struct vgpu_launch_state *launch)
{
    const struct vgpu_function *entry = launch->entry;
    for (uint32_t i = 0; i + 1 < entry->op_count; i++)
        if (entry->ops[i].detail->line > 0)
            return entry->ops[i].detail->file;
    return "";
}

/* The learner's line. In a function of a header it is the line of the call that led there. */
static void find_line(const struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_finding *finding)
{
    const char *file = kernel_file(warp->worker->launch);
    const struct vgpu_frame *frame = warp->frame;
    finding->line = op->detail->line;
    finding->file = op->detail->file;
    if (!frame || frame->function->source != op->detail->function)
        return;
    for (; op && (op->detail->line <= 0 || !is_same_text(op->detail->file, file)); frame = frame->caller)
        op = frame && frame->caller ? frame->return_op - 1 : NULL;
    if (!op)
        return;
    finding->line = op->detail->line;
    finding->file = op->detail->file;
}

int report_line_of(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_finding finding;
    find_line(warp, op, &finding);
    return finding.line;
}

void report_find_line(const struct vgpu_warp *warp, const struct vgpu_op *op, int *out_line, const char **out_file)
{
    struct vgpu_finding finding;
    find_line(warp, op, &finding);
    *out_line = finding.line;
    *out_file = finding.file;
}

int report_earlier_line(const struct vgpu_launch_state *launch, const struct vgpu_op *op)
{
    return is_same_text(op->detail->file, kernel_file(launch)) ? op->detail->line : 0;
}

void report_complete_finding(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_finding *finding,
                             char *out_message, size_t capacity)
{
    const struct vgpu_launch_state *launch = warp->worker->launch;
    const struct ptx_instruction *source = op->detail->source;
    const struct vgpu_finding_description *description = vgpu_finding_describe(finding->kind);
    if (!finding->line)
        find_line(warp, op, finding);
    finding->check = description->check;
    finding->severity = description->severity;
    finding->ptx_line = source ? source->ptx_line : 0; /* none: past the end of a function */
    finding->instruction = "";                         /* written when the report is collected */
    finding->kernel = launch->entry->source->name;
    finding->plan_line = launch->request->plan_line;
    memcpy(finding->block, warp->block->index, sizeof(finding->block));
    report_thread_position(launch, warp->index * VGPU_WARP_LANES + finding->lane, finding->thread);
    finding->warp = warp->index;
    finding->device = device_memory(launch->device)->index;
    finding->count = 1;
    if (!finding->buffer)
        finding->buffer = "";
    finding_write_message(finding, launch->request->block, out_message, capacity);
}

/*
 * Counts the finding with an equal one, or adds a place for it. NULL: there is nothing to fill in.
 */
static struct found *add_found(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *finding)
{
    struct vgpu_report_builder *builder = warp->worker->builder;
    enum vgpu_check check = vgpu_finding_describe(finding->kind)->check;
    if (check != VGPU_CHECK_NONE && !(warp->worker->launch->checks & check))
        return NULL;
    builder->total++;
    struct found **slot = find_slot(builder->table, FINDING_TABLE_SIZE, op, finding);
    if (*slot) {
        (*slot)->finding.count++;
        return NULL;
    }
    struct found *found = builder->count < FINDINGS_MAX ? calloc(1, sizeof(*found)) : NULL;
    if (!found)
        return NULL;
    found->finding = *finding;
    found->op = op;
    found->block = warp->block->linear;
    found->order = warp->worker->order++;
    snprintf(found->use, USE_BYTES, "%s", finding->use ? finding->use : "");
    found->finding.use = NULL;
    *slot = builder->found[builder->count++] = found;
    return found;
}

void report_add_completed(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *finding,
                          bool is_settled)
{
    struct found *found = add_found(warp, op, finding);
    if (!found)
        return;
    found->is_complete = true;
    found->is_settled = is_settled;
    found->finding.count = 1;
    snprintf(found->message, MESSAGE_BYTES, "%s", finding->message);
}

/* Outside of the kernel itself, the line of an op depends on the call. */
static struct found *find_counted(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                                  const char *buffer)
{
    struct vgpu_report_builder *builder = warp->worker->builder;
    struct counted *last = &builder->counted;
    bool is_kernel = warp->frame && !warp->frame->caller;
    if (is_kernel && last->found && last->op == op && last->kind == kind && last->buffer == buffer)
        return last->found;
    struct vgpu_finding finding = {.kind = kind, .buffer = buffer};
    find_line(warp, op, &finding);
    struct found *found = *find_slot(builder->table, FINDING_TABLE_SIZE, op, &finding);
    if (is_kernel)
        *last = (struct counted){op, buffer, kind, found};
    return found;
}

bool report_count_again(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                        const char *buffer)
{
    struct vgpu_report_builder *builder = warp->worker->builder;
    struct found *found = find_counted(warp, op, kind, buffer);
    if (!found)
        return false;
    builder->total++;
    found->finding.count++;
    return true;
}

void report_add_finding(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *template)
{
    struct vgpu_finding finding = *template;
    if (!finding.buffer)
        finding.buffer = "";
    if (!finding.line)
        find_line(warp, op, &finding);
    struct found *found = add_found(warp, op, &finding);
    if (found)
        report_complete_finding(warp, op, &found->finding, found->message, MESSAGE_BYTES);
}

void report_add_printed(struct vgpu_warp *warp, uint32_t lane, const char *text, size_t length)
{
    struct vgpu_report_builder *builder = warp->worker->builder;
    const struct vgpu_launch_state *launch = warp->worker->launch;
    uint32_t limit = launch->request->print_limit ? launch->request->print_limit : 10000;
    builder->printed_total++;
    if (builder->printed_count >= limit)
        return;
    if (builder->printed_count == builder->printed_capacity) {
        size_t capacity = builder->printed_capacity ? builder->printed_capacity * 2 : 64;
        struct printed *grown = realloc(builder->printed, capacity * sizeof(*grown));
        if (!grown)
            return;
        builder->printed = grown;
        builder->printed_capacity = capacity;
    }
    struct printed *line = &builder->printed[builder->printed_count];
    *line =
        (struct printed){.block = warp->block->linear, .order = warp->worker->order++, .text = strndup(text, length)};
    memcpy(line->position, warp->block->index, sizeof(line->position));
    report_thread_position(launch, warp->index * VGPU_WARP_LANES + lane, line->thread);
    builder->printed_count += line->text != NULL;
}

/* --- copying ---------------------------------------------------------------------------------- */

static bool copy_found(struct vgpu_report_builder *copy, const struct found *found)
{
    struct found *own = malloc(sizeof(*own));
    if (!own)
        return false;
    *own = *found;
    copy->found[copy->count++] = own;
    *find_slot(copy->table, FINDING_TABLE_SIZE, own->op, &own->finding) = own;
    return true;
}

static bool copy_printed(struct vgpu_report_builder *copy, const struct vgpu_report_builder *builder)
{
    copy->printed = calloc(builder->printed_count + 1, sizeof(*copy->printed));
    copy->printed_capacity = copy->printed ? builder->printed_count + 1 : 0;
    for (size_t i = 0; copy->printed && i < builder->printed_count; i++) {
        copy->printed[i] = builder->printed[i];
        copy->printed[i].text = strdup(builder->printed[i].text);
        if (!copy->printed[i].text)
            return false;
        copy->printed_count++;
    }
    return copy->printed;
}

struct vgpu_report_builder *report_builder_copy(const struct vgpu_report_builder *builder)
{
    struct vgpu_report_builder *copy = report_builder_new();
    bool is_whole = copy && copy_printed(copy, builder);
    for (size_t i = 0; is_whole && i < builder->count; i++)
        is_whole = copy_found(copy, builder->found[i]);
    if (!is_whole) {
        report_builder_free(copy);
        return NULL;
    }
    copy->total = builder->total;
    copy->printed_total = builder->printed_total;
    return copy;
}

/* --- collecting ------------------------------------------------------------------------------- */

static int compare_found(const void *a, const void *b)
{
    const struct found *left = *(struct found *const *)a, *right = *(struct found *const *)b;
    if (left->block != right->block)
        return left->block < right->block ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

static int compare_printed(const void *a, const void *b)
{
    const struct printed *left = a, *right = b;
    if (left->block != right->block)
        return left->block < right->block ? -1 : 1;
    return left->order < right->order ? -1 : left->order > right->order;
}

/*
 * Sorts and keeps each kind at each op once. Repetitions of other workers are added to the first.
 */
static size_t merge_found(struct found **all, size_t count, struct arena *arena)
{
    size_t kept = 0, table_size = 2 * count + 1;
    struct found **table = ARENA_ARRAY(arena, table_size, struct found *);
    qsort(all, count, sizeof(*all), compare_found);
    for (size_t i = 0; i < count; i++) {
        struct found **slot = find_slot(table, table_size, all[i]->op, &all[i]->finding);
        if (*slot)
            (*slot)->finding.count += all[i]->finding.count;
        else
            *slot = all[kept++] = all[i];
    }
    return kept;
}

static const char *instruction_text(struct arena *arena, const struct vgpu_launch_state *launch,
                                    const struct vgpu_op *op)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!op->detail->source)
        return "";
    ptx_disassemble_instruction(launch->module->program, op->detail->function, op->detail->source, &text);
    return arena_strdup(arena, buffer_text(&text));
}

/*
 * The written part of a buffer at the end of the launch, for a read of unwritten bytes. It shows
 * which writer stops too early.
 */
void report_find_written(const struct vgpu_launch_state *launch, const struct vgpu_finding *finding,
                         char out[FINDING_EXTENT_BYTES])
{
    struct shadow_extent extent;
    out[0] = '\0';
    if (finding->kind != VGPU_FINDING_UNINITIALISED_GLOBAL)
        return;
    const struct vgpu_buffer *buffer =
        memory_find(device_memory(launch->device), finding->address, finding->size_bytes);
    if (!buffer || buffer->all_defined || !finding->size_bytes || buffer->size_bytes > SHADOW_EXTENT_BYTES_MAX)
        return;
    memory_find_written(buffer, &extent);
    finding_write_extent(finding, &extent, out, FINDING_EXTENT_BYTES);
}

static void collect_findings(struct vgpu_report *report, const struct vgpu_launch_state *launch,
                             struct vgpu_worker **workers, int count)
{
    size_t most = 0, total = 0;
    for (int i = 0; i < count; i++)
        most += workers[i]->builder->count;
    struct found **all = ARENA_ARRAY(report->arena, most + 1, struct found *);
    for (int i = 0; i < count; i++) {
        memcpy(all + total, workers[i]->builder->found, workers[i]->builder->count * sizeof(*all));
        total += workers[i]->builder->count;
        report->finding_total += workers[i]->builder->total;
    }
    size_t kept = merge_found(all, total, report->arena);
    size_t limit = launch->request->finding_limit ? launch->request->finding_limit : 100;
    report->finding_count = kept < limit ? kept : limit;
    report->findings = ARENA_ARRAY(report->arena, report->finding_count + 1, struct vgpu_finding);
    for (size_t i = 0; i < report->finding_count; i++) {
        struct vgpu_finding *finding = &report->findings[i];
        *finding = all[i]->finding;
        char written[FINDING_EXTENT_BYTES] = "";
        if (!all[i]->is_settled)
            report_find_written(launch, finding, written);
        finding->said = arena_printf(report->arena, "%s%s%s", all[i]->message, written, all[i]->use);
        finding->message = told_english(report->arena, finding->said);
        finding->buffer = arena_strdup(report->arena, finding->buffer);
        if (finding->inside)
            finding->inside = arena_strdup(report->arena, finding->inside);
        finding->instruction = all[i]->is_complete ? arena_strdup(report->arena, finding->instruction)
                                                   : instruction_text(report->arena, launch, all[i]->op);
        finding->file = arena_strdup(report->arena, finding->file);
        finding->kernel = arena_strdup(report->arena, finding->kernel);
        if (finding->other.kernel)
            finding->other.kernel = arena_strdup(report->arena, finding->other.kernel);
    }
}

static void collect_printed(struct vgpu_report *report, const struct vgpu_launch_state *launch,
                            struct vgpu_worker **workers, int count)
{
    size_t total = 0, at = 0;
    for (int i = 0; i < count; i++)
        total += workers[i]->builder->printed_count;
    struct printed *all = ARENA_ARRAY(report->arena, total + 1, struct printed);
    for (int i = 0; i < count; i++) {
        const struct vgpu_report_builder *builder = workers[i]->builder;
        if (builder->printed_count)
            memcpy(all + at, builder->printed, builder->printed_count * sizeof(*all));
        at += builder->printed_count;
        report->printed_total += builder->printed_total;
    }
    qsort(all, total, sizeof(*all), compare_printed);
    size_t limit = launch->request->print_limit ? launch->request->print_limit : 10000;
    report->printed_count = total < limit ? total : limit;
    report->printed = ARENA_ARRAY(report->arena, report->printed_count + 1, struct vgpu_printed);
    for (size_t i = 0; i < report->printed_count; i++) {
        memcpy(report->printed[i].block, all[i].position, sizeof(all[i].position));
        memcpy(report->printed[i].thread, all[i].thread, sizeof(all[i].thread));
        report->printed[i].text = arena_strdup(report->arena, all[i].text);
    }
}

void report_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                    int count)
{
    collect_findings(report, launch, workers, count);
    collect_printed(report, launch, workers, count);
}

void vgpu_report_free(struct vgpu_report *report)
{
    if (report)
        arena_free(report->arena);
}
