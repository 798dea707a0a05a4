/* The accesses of a launch in another order, and the finding that they end as. */
#include "vgpu/schedule/schedule_notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"
#include "vgpu/execution/special_register.h"
#include "vgpu/finding_texts.h"
#include "vgpu/report/report.h"

enum { WORDS_MAX = 1 << 14, WORD_BYTES = 4, TEXT_BYTES = VGPU_TOLD_BYTES };

/* An access of one thread. */
struct note {
    const struct vgpu_op *op; /* NULL: none */
    struct vgpu_warp *warp;
    uint32_t lane;
    int line;
    uint64_t key, address;
    uint64_t version; /* of the word, when it was read */
};

struct word {
    uint64_t key; /* 0: no word */
    uint64_t version;
    struct note writer, reader; /* the last ones */
};

struct schedule_notes {
    struct word *words; /* by hash of the key */
    uint32_t word_count;
    struct note *last;                             /* by thread of the grid: its last read */
    struct note lost_read, lost_other, lost_write; /* one update that was lost */
    struct note early_read, late_write;            /* one read that came too early */
};

struct schedule_notes *schedule_notes_new(const struct vgpu_launch_state *launch)
{
    struct schedule_notes *notes = calloc(1, sizeof(*notes));
    if (!notes)
        return NULL;
    notes->words = calloc(WORDS_MAX, sizeof(*notes->words));
    notes->last = calloc(launch->block_count * launch->block_warps * VGPU_WARP_LANES, sizeof(*notes->last));
    if (notes->words && notes->last)
        return notes;
    schedule_notes_free(notes);
    return NULL;
}

void schedule_notes_free(struct schedule_notes *notes)
{
    if (!notes)
        return;
    free(notes->words);
    free(notes->last);
    free(notes);
}

static struct word *find_word(struct schedule_notes *notes, uint64_t key)
{
    size_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    for (;; at++) {
        struct word *word = &notes->words[at % WORDS_MAX];
        if (word->key == key)
            return word;
        if (word->key)
            continue;
        if (notes->word_count >= WORDS_MAX / 2)
            return NULL;
        notes->word_count++;
        word->key = key;
        return word;
    }
}

static bool is_same_thread(const struct note *one, const struct note *other)
{
    return one->op && other->op && one->warp == other->warp && one->lane == other->lane;
}

/* --- accesses --------------------------------------------------------------------------------- */

static void note_read(struct schedule_notes *notes, struct word *word, const struct note *mine, struct note *last)
{
    *last = *mine;
    last->version = word->version;
    if (mine->op->detail->access != VGPU_ACCESS_READ)
        return;
    word->reader = *last;
    if (notes->early_read.key == word->key && is_same_thread(&notes->early_read, mine))
        notes->early_read.op = NULL; /* it read again: the first read was a poll */
}

/* A compare-and-swap loses nothing if it is tried again. */
static bool is_swap(const struct note *note)
{
    return note->op->detail->access == VGPU_ACCESS_ATOMIC && note->op->detail->atomic == VGPU_ATOMIC_CAS;
}

static bool overwrites(const struct note *note)
{
    const struct vgpu_detail *detail = note->op->detail;
    return detail->access == VGPU_ACCESS_WRITE || detail->atomic == VGPU_ATOMIC_EXCHANGE ||
           detail->atomic == VGPU_ATOMIC_CAS;
}

static void note_write(struct schedule_notes *notes, struct word *word, const struct note *mine,
                       const struct note *last)
{
    bool is_known = last->op && last->key == word->key && word->writer.op && overwrites(mine);
    bool is_stale = is_known && word->version != last->version && word->writer.warp != mine->warp;
    if (is_stale && !notes->lost_write.op) {
        notes->lost_read = *last;
        notes->lost_other = word->writer;
        notes->lost_write = *mine;
    } else if (is_known && !is_stale && is_same_thread(&notes->lost_write, mine) &&
               notes->lost_write.key == word->key && is_swap(&notes->lost_write)) {
        notes->lost_write.op = NULL;
    }
    bool is_late = word->reader.op && word->reader.warp != mine->warp;
    bool tells_more = !notes->early_read.op || (notes->early_read.version && !word->reader.version);
    if (is_late && tells_more) {
        notes->early_read = word->reader;
        notes->late_write = *mine;
    }
    word->version++;
    word->writer = *mine;
}

/* Shared memory of each block has keys of its own. */
static uint64_t key_of(const struct vgpu_warp *warp, enum ptx_space space, uint64_t address)
{
    bool is_window = address >= VGPU_WINDOW_SHARED && address < VGPU_WINDOW_LOCAL;
    bool is_shared = space == PTX_SPACE_SHARED || (space == PTX_SPACE_GENERIC && is_window);
    uint64_t key = (is_shared ? address & UINT32_MAX : address) / WORD_BYTES + 1;
    return is_shared ? key | (warp->block->linear + 1) << 48 : key;
}

void schedule_notes_add(struct schedule_notes *notes, struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct vgpu_detail *detail = op->detail;
    enum ptx_space space = detail->source ? detail->source->space : PTX_SPACE_LOCAL;
    bool is_noted = space == PTX_SPACE_GLOBAL || space == PTX_SPACE_GENERIC || space == PTX_SPACE_SHARED;
    if (detail->access == VGPU_ACCESS_NONE || !is_noted)
        return;
    const struct vgpu_launch_state *launch = warp->worker->launch;
    struct note mine = {.op = op, .warp = warp, .line = report_line_of(warp, op)};
    uint64_t first = (warp->block->linear * launch->block_warps + warp->index) * VGPU_WARP_LANES;
    for (uint32_t left = warp_guard_lanes(warp, op); left; left &= left - 1) {
        mine.lane = (uint32_t)__builtin_ctz(left);
        mine.address = place_address(op, warp->frame->registers, mine.lane);
        mine.key = key_of(warp, space, mine.address);
        struct word *word = find_word(notes, mine.key);
        if (!word)
            return;
        if (detail->access != VGPU_ACCESS_READ)
            note_write(notes, word, &mine, &notes->last[first + mine.lane]);
        if (detail->access != VGPU_ACCESS_WRITE)
            note_read(notes, word, &mine, &notes->last[first + mine.lane]);
    }
}

/* --- the finding ------------------------------------------------------------------------------ */

static const char *say_thread(const struct note *note, char out[TEXT_BYTES])
{
    uint32_t thread[3];
    const uint32_t *block = note->warp->block->index;
    report_thread_position(note->warp->worker->launch, note->warp->index * VGPU_WARP_LANES + note->lane, thread);
    VGPU_TELL(out, TEXT_BYTES, THREAD_OF_BLOCK, "thread=(%u,%u,%u)" TOLD_AND "block=(%u,%u,%u)", thread[0], thread[1],
              thread[2], block[0], block[1], block[2]);
    return out;
}

static void describe_place(const struct note *note, struct vgpu_finding *finding)
{
    const struct vgpu_warp *warp = note->warp;
    struct vgpu_buffer *buffer = memory_find(device_memory(warp->worker->launch->device), note->address, 1);
    bool is_shared = note->key >> 48 != 0;
    struct vgpu_place place = {.space = is_shared ? VGPU_PLACE_SHARED : VGPU_PLACE_GLOBAL, .buffer = buffer};
    finding->address = note->address;
    finding->size_bytes = note->op->detail->size_bytes;
    place.offset = is_shared ? note->address & UINT32_MAX : buffer ? note->address - buffer->start : 0;
    if (is_shared || buffer)
        finding_place_describe(warp, &place, finding);
}

static void describe_other(const struct note *note, struct vgpu_party *party)
{
    report_thread_position(note->warp->worker->launch, note->warp->index * VGPU_WARP_LANES + note->lane, party->thread);
    memcpy(party->block, note->warp->block->index, sizeof(party->block));
    party->line = note->line;
    party->ptx_line = note->op->detail->source->ptx_line;
    party->access = (enum vgpu_access)note->op->detail->access;
}

static void add(const struct note *note, const struct note *other, struct vgpu_finding *finding)
{
    finding->lane = note->lane;
    finding->access = (enum vgpu_access)note->op->detail->access;
    finding->line = note->line;
    finding->file = note->op->detail->file;
    if (other && other->op)
        describe_other(other, &finding->other);
    report_add_finding(note->warp, note->op, finding);
}

/* The line is named once where all three accesses are in it. */
static enum vgpu_text lost_text(const struct schedule_notes *notes)
{
    int line = notes->lost_read.line;
    bool is_one_line = line == notes->lost_write.line && line == notes->lost_other.line;
    if (is_swap(&notes->lost_write))
        return is_one_line ? VGPU_TEXT_SWAP_FAILS_AT_ONE_LINE : VGPU_TEXT_SWAP_FAILS;
    return is_one_line ? VGPU_TEXT_UPDATE_LOST_AT_ONE_LINE : VGPU_TEXT_UPDATE_LOST;
}

static void add_lost(const struct schedule_notes *notes, const char *order)
{
    char text[TEXT_BYTES], place[TEXT_BYTES / 4], thread[TEXT_BYTES];
    struct vgpu_finding finding = {.kind = VGPU_FINDING_ORDER_LOST_UPDATE, .element = -1, .message = text};
    describe_place(&notes->lost_write, &finding);
    finding_write_place(&finding, place, sizeof(place));
    told_print(text, sizeof(text), vgpu_finding_text(lost_text(notes)),
               "place=%s" TOLD_AND "line=%d" TOLD_AND "write_line=%d" TOLD_AND "other=%s" TOLD_AND
               "other_line=%d" TOLD_AND "order=%s",
               place, notes->lost_read.line, notes->lost_write.line, say_thread(&notes->lost_other, thread),
               notes->lost_other.line, order);
    add(&notes->lost_write, &notes->lost_other, &finding);
}

static void add_early(const struct schedule_notes *notes, const char *order)
{
    char text[TEXT_BYTES], place[TEXT_BYTES / 4], thread[TEXT_BYTES];
    struct vgpu_finding finding = {.kind = VGPU_FINDING_ORDER_EARLY_READ, .element = -1, .message = text};
    describe_place(&notes->early_read, &finding);
    finding_write_place(&finding, place, sizeof(place));
    VGPU_TELL(text, sizeof(text), READS_TOO_EARLY,
              "place=%s" TOLD_AND "line=%d" TOLD_AND "other=%s" TOLD_AND "other_line=%d" TOLD_AND "order=%s", place,
              notes->early_read.line, say_thread(&notes->late_write, thread), notes->late_write.line, order);
    add(&notes->early_read, &notes->late_write, &finding);
}

/* The first instruction that reads a register whose value is not the same in every order. */
static const struct vgpu_op *find_register(const struct vgpu_launch_state *launch, const char **out_name)
{
    const struct vgpu_module *module = launch->module;
    for (uint32_t i = 0; i < module->op_count; i++) {
        const struct vgpu_detail *detail = module->ops[i].detail;
        const struct ptx_instruction *source = detail ? detail->source : NULL;
        bool is_own = source && (detail->function == launch->entry->source || !detail->function->is_entry);
        for (uint32_t j = 0; is_own && j < source->operand_count; j++) {
            enum ptx_special_register special = source->operands[j].special;
            if (source->operands[j].kind != PTX_OPERAND_SPECIAL || !special_sees_order(special))
                continue;
            *out_name = ptx_special_register_prefix(special);
            return &module->ops[i];
        }
    }
    return NULL;
}

static bool add_register(struct vgpu_worker *worker, const char *order)
{
    const char *name = "";
    char text[TEXT_BYTES];
    const struct vgpu_op *op = find_register(worker->launch, &name);
    struct vgpu_finding finding = {.kind = VGPU_FINDING_ORDER_REGISTER, .element = -1, .message = text};
    if (!op)
        return false;
    VGPU_TELL(text, sizeof(text), REGISTER_DEPENDS, "name=%s" TOLD_AND "line=%d" TOLD_AND "order=%s", name,
              op->detail->line, order);
    finding.line = op->detail->line;
    finding.file = op->detail->file;
    report_add_finding(&worker->resident[0]->warps[0], op, &finding);
    return true;
}

/* A warp that polls when the launch ends. */
static struct vgpu_warp *find_waiting(const struct vgpu_worker *worker)
{
    for (uint32_t i = 0; i < worker->resident_count; i++)
        for (uint32_t j = 0; !worker->resident[i]->finished && j < worker->launch->block_warps; j++) {
            struct vgpu_warp *warp = &worker->resident[i]->warps[j];
            if (warp_can_run(warp) && warp->watch.op)
                return warp;
        }
    return NULL;
}

static void add_wait(struct schedule_notes *notes, struct vgpu_warp *warp, const char *order)
{
    const struct vgpu_watch *watch = &warp->watch;
    char text[TEXT_BYTES], place[TEXT_BYTES / 4];
    int written = 0;
    struct note note = {.op = watch->op, .warp = warp, .lane = watch->lane, .address = watch->address};
    struct vgpu_finding finding = {.kind = VGPU_FINDING_ORDER_ENDLESS_WAIT, .element = -1, .message = text};
    warp->frame = watch->frame;
    note.line = report_line_of(warp, watch->op);
    note.key = key_of(warp, watch->is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL,
                      watch->is_shared ? watch->offset : watch->address);
    const struct word *word = find_word(notes, note.key);
    describe_place(&note, &finding);
    finding_write_place(&finding, place, sizeof(place));
    if (word && word->writer.op)
        written = word->writer.line;
    told_print(
        text, sizeof(text), vgpu_finding_text(written ? VGPU_TEXT_WAITS_FOR_EVER_AFTER : VGPU_TEXT_WAITS_FOR_EVER),
        "place=%s" TOLD_AND "line=%d" TOLD_AND "write_line=%d" TOLD_AND "order=%s", place, note.line, written, order);
    add(&note, word ? &word->writer : NULL, &finding);
}

void schedule_notes_report(struct schedule_notes *notes, struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    char order[TEXT_BYTES / 4];
    told_print(order, sizeof(order), vgpu_order_text(launch->request->order), "%s", "");
    bool is_endless = atomic_load(&launch->deadlocked) || atomic_load(&launch->timed_out);
    struct vgpu_warp *waiting = is_endless ? find_waiting(worker) : NULL;
    if (waiting)
        add_wait(notes, waiting, order);
    else if (notes->lost_write.op)
        add_lost(notes, order);
    else if (notes->early_read.op && !notes->early_read.version)
        add_early(notes, order);
    else if (!add_register(worker, order) && notes->early_read.op)
        add_early(notes, order);
}
