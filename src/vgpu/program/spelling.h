/*
 * Spellings of instructions, by which the lane tables are searched.
 */
#ifndef VGPU_PROGRAM_SPELLING_H
#define VGPU_PROGRAM_SPELLING_H

#include "base/arena.h"
#include "vgpu/program/handlers.h"

struct vgpu_lane_index; /* spelling -> lane handler */

struct vgpu_lane_index *spelling_index_new(struct arena *arena, const struct vgpu_handlers *handlers);
const struct vgpu_lane_handler *spelling_index_find(const struct vgpu_lane_index *index, const char *spelling);
/*
 * "add.ftz.f32": mnemonic, modifiers and types, without the parts that the lane tables leave out.
 */
void spelling_of_instruction(const struct ptx_instruction *instruction, char *out, size_t capacity);

#endif
