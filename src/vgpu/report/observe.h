/*
 * Observers: what handlers report to.
 *
 * Handlers do the work on fast paths that hold only where nothing can be amiss; everything else goes through the slow
 * path (access_slow.c), which asks the checks here lane by lane. A check says what it thinks of an access and adds
 * findings; it never changes what is computed, except that an access without a place in memory is left out.
 */
#ifndef VGPU_REPORT_OBSERVE_H
#define VGPU_REPORT_OBSERVE_H

#include "vgpu/warp/execution.h"

/* --- report.c: findings and printed lines ------------------------------------------------------------------------ */

struct vgpu_report_builder *report_builder_new(void);
void report_builder_free(struct vgpu_report_builder *builder);
/* NULL without memory. */
struct vgpu_report_builder *report_builder_copy(const struct vgpu_report_builder *builder);
/* Distinct findings so far. */
size_t report_builder_count(const struct vgpu_report_builder *builder);

/*
 * Adds a finding of the op for `template->lane`, at the op's line unless the template has one. The caller fills kind,
 * lane, access, space, address, size_bytes, buffer, buffer_bytes, offset_bytes, distance_bytes, element, other and
 * message; strings are copied, but for `buffer`, which must live as long as the launch. The rest is filled in here.
 * Repetitions are folded. A kind whose check is switched off is dropped.
 */
void finding_add(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *template);
/* The learner's line that a finding at the op would have now: that of the call where a header's function executes. */
int finding_line_of(const struct vgpu_warp *warp, const struct vgpu_op *op);
void finding_find_line(const struct vgpu_warp *warp, const struct vgpu_op *op, int *out_line, const char **out_file);

/* finding_message.c: the sentence of a finding, cut off at the capacity. `block_dim` are the threads of a block. */
void finding_write_message(const struct vgpu_finding *finding, const uint32_t block_dim[3], char *out, size_t capacity);

/* finding_message.c: the place of a finding alone: "c[33]". */
void finding_write_place(const struct vgpu_finding *finding, char *out, size_t capacity);

/*
 * finding_message.c: how much of the buffer of a read that nobody has written is written, as the sentence goes on:
 * "; of the 32 elements of sums only the first 2 are". Empty if all is.
 */
enum { FINDING_EXTENT_BYTES = 300 };
void finding_write_extent(const struct vgpu_finding *finding, const struct shadow_extent *extent, char *out,
                          size_t capacity);

/* A line of printf. `text` is copied. */
void printed_add(struct vgpu_warp *warp, uint32_t lane, const char *text, size_t length);

/* Coordinates of a thread of the block, by its number. */
void thread_position(const struct vgpu_launch_state *launch, uint32_t thread, uint32_t out_position[3]);

/* Moves what all workers have found into the report, in canonical order. */
void report_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                    int count);

/* --- count.c: counters ------------------------------------------------------------------------------------------- */

void count_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                   int count);

/* --- profile.c: what each access touched, for the time model ----------------------------------------------------- */

struct vgpu_profile_builder *profile_new(const struct vgpu_launch_state *launch);
void profile_free(struct vgpu_profile_builder *builder);
/* One request; addresses of lanes that are not in `mask` do not matter. `space` is an enum vgpu_count_space. */
void profile_add(struct vgpu_warp *warp, const struct vgpu_op *op, int space, const uint64_t *addresses, uint32_t mask,
                 uint32_t size_bytes);
/* The same of lanes that lie in global memory as the pattern says. */
void profile_add_pattern(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_access_cache *cache,
                         uint64_t base);
void profile_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker *worker);

/* --- access_slow.c and check_memory.c ---------------------------------------------------------------------------- */

enum vgpu_place_space { VGPU_PLACE_GLOBAL, VGPU_PLACE_SHARED, VGPU_PLACE_LOCAL, VGPU_PLACE_PARAMETER };

/* Where an access of one lane goes. */
struct vgpu_place {
    enum vgpu_place_space space;
    struct vgpu_buffer *buffer; /* GLOBAL */
    uint64_t offset;            /* in the buffer, shared memory, local memory or argument block */
    uint8_t *bytes;             /* NULL for local memory, which is interleaved */
};

/* An access of one lane as the instruction has it. */
struct vgpu_lane_access {
    const struct vgpu_op *op;
    uint32_t lane;
    enum ptx_space space; /* of the instruction */
    uint64_t address;
    uint32_t size_bytes;
    enum vgpu_access access;
    bool is_ordered; /* volatile, acquire, relaxed, atomic */
    bool is_object;  /* by an mbarrier instruction */
};

/*
 * Finds the place of an access: bounds, alignment, liveness, read-only. False after a finding (or, where memory is not
 * checked, a fault) if there is none.
 */
/* Fills in buffer, buffer_bytes, offset_bytes, distance_bytes and element of a finding about this place. */
void describe_place(const struct vgpu_warp *warp, const struct vgpu_place *place, struct vgpu_finding *finding);

/* What the heap gave to the launch and did not get back: a finding for each line that asked for it. */
void check_leaks(struct vgpu_worker *worker);

/* Whether the op's address was made from this variable, or it is not known from which. */
bool check_is_meant(const struct vgpu_module *module, const struct vgpu_op *op,
                    const struct vgpu_shared_variable *variable);
bool check_memory(struct vgpu_warp *warp, const struct vgpu_lane_access *access, struct vgpu_place *out_place);

/* --- check_initialised.c ----------------------------------------------------------------------------------------- */

/* Bytes about to be read. Adds a finding if one was never written (global and shared memory). */
void check_initialised(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* undefined_memory.c: the same of a load, whose registers are undefined then; what comes of them may be a finding. */
void check_load(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* Bytes about to be written. */
void note_written(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);

/* Bits of up to 8 bytes of local memory that were never written, and after writing bits that are undefined. */
uint64_t local_undefined(const struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes);
void local_set_undefined(struct vgpu_warp *warp, uint64_t offset, uint32_t lane, uint32_t size_bytes,
                         uint64_t undefined);

/* --- check_race.c ------------------------------------------------------------------------------------------------ */

/*
 * Last writer and two readers of each 4 bytes of shared memory, in arrays by word so that a warp's accesses are
 * compared as vectors. A stamp is epoch << 20 | warp epoch << 10 | thread, 0: none. Info is op index << 8 | flags |
 * bytes.
 */
struct vgpu_race_shadow {
    uint32_t *writer, *writer_info, *reader, *reader_info, *second_reader, *second_reader_info;
    uint32_t words;
    /* reads that are not noted yet, see race_reads.h */
    struct vgpu_race_read *reads;
    uint32_t read_count, read_capacity;
    uint32_t read_epoch;    /* of which they are */
    uint32_t settled_epoch; /* reads of this one are noted at once; 0: none */
    uint32_t atomics_epoch; /* in this one there was nothing but atomics; 0: none */
    /* asynchronous copies that nobody has waited for yet */
    uint32_t *copier, *copier_info; /* by word, like the writer; NULL: there was none */
    uint32_t copy_first, copy_end;  /* no word outside is copied to */
    uint32_t copy_words;            /* that are */
};
enum {
    VGPU_RACE_EPOCH_SHIFT = 20,
    VGPU_RACE_WARP_EPOCH_SHIFT = 10,
    VGPU_RACE_EPOCH_MAX = 4095,
    VGPU_RACE_WARP_EPOCH_MAX = 1023,
    VGPU_RACE_THREAD_MASK = 1023,
    VGPU_RACE_WARP_MASK = 1023 & ~31, /* of a stamp: which warp */
    VGPU_RACE_OP_SHIFT = 8,           /* in info */
    VGPU_RACE_BYTES = 15,             /* of the word, that were accessed */
    VGPU_RACE_ATOMIC = 16,
    VGPU_RACE_WEAK = 32,                                /* not all accesses were strong */
    VGPU_RACE_TOLD = 64,                                /* of a copier: it was said that somebody came too early */
    VGPU_RACE_PLAIN = VGPU_RACE_BYTES | VGPU_RACE_WEAK, /* plain, of the whole word */
};

/* `value` is what is about to be written, NULL for reads. */
void check_race(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place,
                const void *value);
/*
 * An asynchronous copy to shared memory begins: from now until it arrives it may write its words, of four bytes each,
 * at any time. Until then any other access to them races, whatever is between; when it arrives, check_race() goes on.
 */
void check_race_begin_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                           const struct vgpu_place *place);
/* It is about to arrive. True if somebody came too early, which was said. */
bool check_race_end_copy(struct vgpu_warp *warp, const struct vgpu_lane_access *access, const struct vgpu_place *place);
/* At the start of a block: no copy is on its way. */
void race_forget_copies(struct vgpu_block *block);
bool race_init(struct vgpu_block *block, uint32_t shared_bytes);
void race_done(struct vgpu_block *block);
/* Forgets all accesses to these offsets, multiples of 4; at the start of a block, those that there may be. */
void race_reset(struct vgpu_block *block, uint32_t first, uint32_t end);
/* A barrier was released; lanes of a warp were synchronised. */
void race_next_epoch(struct vgpu_block *block);
void race_next_warp_epoch(struct vgpu_warp *warp);
/*
 * Lanes of the warp came to an exchange: a shuffle, vote, match, reduction or matrix product. What they have read until
 * then they have read before any of them goes on, so that their later writes come after it. What they have written is
 * not ordered by it (PTX ISA 9.7.9.6 promises no order of memory, and racecheck takes none from it): who reads that
 * without a __syncwarp() races. For global memory only an exchange of all lanes counts.
 */
void race_next_exchange(struct vgpu_warp *warp, uint32_t lanes);
/* Before the warp serves another block. */
void race_forget_meetings(struct vgpu_warp *warp);
static inline uint32_t race_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->epoch << VGPU_RACE_EPOCH_SHIFT | warp->epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}
/* Whether an exchange of some of its lanes came after the last of all: then stamps alone do not tell what is ordered.
 */
static inline bool race_has_parted(const struct vgpu_warp *warp)
{
    return warp->read_epoch != warp->whole_epoch;
}

/* The same of a read, which stands in another epoch of the warp after each exchange, too. */
static inline uint32_t race_read_stamp(const struct vgpu_warp *warp, uint32_t lane)
{
    return warp->block->epoch << VGPU_RACE_EPOCH_SHIFT | warp->read_epoch << VGPU_RACE_WARP_EPOCH_SHIFT |
           (warp->index * VGPU_WARP_LANES + lane);
}

/* What an access of a warp's first lane is compared with: stamps of writers and of readers. */
struct race_stamps {
    uint32_t of_write, of_read;
};

static inline struct race_stamps race_stamps_of(const struct vgpu_warp *warp)
{
    return (struct race_stamps){race_stamp(warp, 0), race_read_stamp(warp, 0)};
}

static inline struct race_stamps race_stamps_at(struct race_stamps stamps, uint32_t lane)
{
    return (struct race_stamps){stamps.of_write + lane, stamps.of_read + lane};
}

/* --- check_synchronisation.c ------------------------------------------------------------------------------------- */

/* A .sync operation is about to be executed with this mask. */
void check_sync_mask(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t mask);
/*
 * Lanes that read from a lane which takes no part in the shuffle, and from which by lane. What they get is undefined
 * then, and its use is the finding; at once if that cannot be followed. undefined_memory.c
 */
void check_shuffle_sources(struct vgpu_warp *warp, const struct vgpu_op *op, uint32_t lanes,
                           const uint8_t sources[VGPU_WARP_LANES]);
/* A split waits for lanes that cannot come. */
void check_missing_lanes(struct vgpu_warp *warp, const struct vgpu_split *split);
/* The lanes of a warp that wait at a barrier which is about to be released. */
void check_barrier(struct vgpu_warp *warp, uint32_t barrier);
/* A barrier of the whole block is about to be released without threads that have exited. */
void check_barrier_exits(struct vgpu_block *block, uint32_t number);
void check_deadlock(struct vgpu_block *block);
/* Nothing has changed for long: true, with findings, if every thread spins on an ordered read or waits at a barrier. */
bool check_spinning(struct vgpu_worker *worker);

/* --- check_undefined.c ------------------------------------------------------------------------------------------- */

/* Executes detail->tracked and follows which bits of its results are undefined. */
const struct vgpu_op *registers_track(struct vgpu_warp *warp, uint8_t *registers, const struct vgpu_op *op,
                                      bool is_full);

#endif
