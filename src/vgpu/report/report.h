/*
 * Findings and printed lines: collected per worker, put into words and into canonical order at the
 * end.
 *
 * Checks add findings. A check never changes a result, except that it skips an access without a
 * place in memory.
 */
#ifndef VGPU_REPORT_REPORT_H
#define VGPU_REPORT_REPORT_H

#include "vgpu/execution/execution.h"
#include "vgpu/execution/place.h"

/* --- report.c: findings and printed lines ----------------------------------------------------- */

struct vgpu_report_builder *report_builder_new(void);
void report_builder_free(struct vgpu_report_builder *builder);
/* NULL without memory. */
struct vgpu_report_builder *report_builder_copy(const struct vgpu_report_builder *builder);
/* Distinct findings so far. */
size_t report_builder_count(const struct vgpu_report_builder *builder);

/*
 * Adds a finding of the op for `template->lane`, at the op's line unless the template has one.
 *
 * The caller fills kind, lane, access, space, address, other and message. For the place it fills
 * size_bytes, buffer, buffer_bytes, offset_bytes, distance_bytes and element. Strings are copied,
 * but `buffer` must live as long as the launch. This function fills in the rest. Repetitions are
 * folded. A kind with its check off is dropped.
 */
void report_add_finding(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *template);
/*
 * Counts a finding that equals one before. False: there is none, and the caller adds it. Most
 * findings are repetitions, so this comes before the work of filling one in.
 */
bool report_count_again(struct vgpu_warp *warp, const struct vgpu_op *op, enum vgpu_finding_kind kind,
                        const char *buffer);
/* Fills in all that report_add_finding() does, and writes the sentence that goes with it. */
void report_complete_finding(struct vgpu_warp *warp, const struct vgpu_op *op, struct vgpu_finding *finding,
                             char *out_message, size_t capacity);
/*
 * Adds a finding that was completed before, perhaps in an earlier launch, because the op uses its
 * value now. `is_settled`: its message needs nothing from the end of the launch. Its strings must
 * live as long as the launch.
 */
void report_add_completed(struct vgpu_warp *warp, const struct vgpu_op *op, const struct vgpu_finding *finding,
                          bool is_settled);
/*
 * The learner's line of a finding at the op now. In a function of a header it is the line of the
 * call.
 */
int report_line_of(const struct vgpu_warp *warp, const struct vgpu_op *op);
void report_find_line(const struct vgpu_warp *warp, const struct vgpu_op *op, int *out_line, const char **out_file);
/* The same of an op that ran earlier in the launch. 0: in a header, from an unknown call. */
int report_earlier_line(const struct vgpu_launch_state *launch, const struct vgpu_op *op);

/*
 * finding_message.c: the told sentence of a finding, cut off at the capacity. `block_dim` are the
 * threads of a block.
 */
void finding_write_message(const struct vgpu_finding *finding, const uint32_t block_dim[3], char *out, size_t capacity);

/* finding_message.c: the place of a finding alone, told: "c[33]". */
void finding_write_place(const struct vgpu_finding *finding, char *out, size_t capacity);

/*
 * finding_message.c: the written part of a buffer, for a read of unwritten bytes. It continues the
 * sentence: "; only the first 2 of the 32 elements of sums are written". Empty if all of it is
 * written.
 */
enum { FINDING_EXTENT_BYTES = 500 };
void finding_write_extent(const struct vgpu_finding *finding, const struct shadow_extent *extent, char *out,
                          size_t capacity);

/*
 * The written part of the global buffer of such a read at the end of the launch; "" for other
 * findings.
 */
void report_find_written(const struct vgpu_launch_state *launch, const struct vgpu_finding *finding,
                         char out[FINDING_EXTENT_BYTES]);

/* A line of printf. `text` is copied. */
void report_add_printed(struct vgpu_warp *warp, uint32_t lane, const char *text, size_t length);

/* Coordinates of a thread of the block, by its number. */
void report_thread_position(const struct vgpu_launch_state *launch, uint32_t thread, uint32_t out_position[3]);

/* Moves what all workers have found into the report, in canonical order. */
void report_collect(struct vgpu_report *report, struct vgpu_launch_state *launch, struct vgpu_worker **workers,
                    int count);

/* --- finding_place.c: places in findings ------------------------------------------------------ */

/*
 * Fills in buffer, buffer_bytes, offset_bytes, distance_bytes and element of a finding about this
 * place.
 */
void finding_place_describe(const struct vgpu_warp *warp, const struct vgpu_place *place, struct vgpu_finding *finding);
/* The same fields, for an address in a range of memory that begins at `start`. */
void finding_place_range(struct vgpu_finding *finding, const char *name, uint64_t start, uint64_t size_bytes,
                         uint64_t address);
/*
 * The same fields, for shared memory. `base`: the number of the intended variable, from 1. 0: the
 * variable at the offset, or nearest.
 */
void finding_place_shared(const struct vgpu_warp *warp, uint32_t base, uint64_t offset, struct vgpu_finding *finding);
/* The shared variable that holds the offset, else the nearest; NULL if there is none. */
const struct vgpu_shared_variable *finding_place_variable(const struct vgpu_launch_state *launch, uint64_t offset,
                                                          uint32_t *out_size_bytes);

#endif
