/*
 * Matrix instructions on registers (PTX ISA 9.7.14).
 *
 * They are .aligned: all lanes of the warp take part, so the lanes of a diverged warp join first.
 * An inactive lane's registers are read, but never written.
 */
#include <string.h>

#include "vgpu/execution/lane_loop.h"
#include "vgpu/lanes/execute.h"
#include "vgpu/observers/observers.h"
#include "vgpu/profile.h"
#include "vgpu/program/matrix.h"
#include "vgpu/warp/warp.h"

/* Copies the lanes of `mask` from one register to another, `width` bytes per lane. */
static void write_lanes(void *to, const void *from, uint32_t mask, size_t width)
{
    if (mask == UINT32_MAX) {
        memcpy(to, from, LANES * width);
        return;
    }
    FOR_ACTIVE(mask)
    memcpy((uint8_t *)to + lane * width, (const uint8_t *)from + lane * width, width);
}

HANDLER(matrix_multiply)
{
    const struct vgpu_matrix *matrix = op->scalar;
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    if (warp->active != UINT32_MAX)
        OBSERVE(matrix_lanes, warp, op);
    OBSERVE(exchange, warp, warp->active);
    const void *sources[VGPU_MATRIX_OPERANDS][VGPU_FRAGMENT_MAX];
    uint64_t results[VGPU_FRAGMENT_MAX][LANES];
    void *result[VGPU_FRAGMENT_MAX];
    for (int which = VGPU_MATRIX_A; which < VGPU_MATRIX_OPERANDS; which++) {
        for (int i = 0; i < matrix->counts[which]; i++)
            sources[which][i] = frame + matrix->registers[which][i];
    }
    for (int i = 0; i < matrix->counts[VGPU_MATRIX_D]; i++)
        result[i] = results[i];
    warp->worker->budget -= VGPU_MATRIX_WORK;
    const uint32_t *metadata = REGISTER_32(matrix->metadata);
    math_mma_run(&matrix->mma, result, sources[VGPU_MATRIX_A], sources[VGPU_MATRIX_B], sources[VGPU_MATRIX_C],
                 metadata);
    for (int i = 0; i < matrix->counts[VGPU_MATRIX_D]; i++)
        write_lanes(frame + matrix->registers[VGPU_MATRIX_D][i], result[i], warp->active, matrix->is_wide ? 8 : 4);
    return op + 1;
}

HANDLER(matrix_transpose)
{
    if (!warp_has_lanes(warp, op, warp->live))
        return warp_wait_lanes(warp, op, warp->live);
    if (warp->active != UINT32_MAX)
        OBSERVE(matrix_lanes, warp, op);
    OBSERVE(exchange, warp, warp->active);
    uint32_t result[LANES];
    math_movmatrix(result, REGISTER_32(op->a));
    write_lanes(REGISTER_32(op->d), result, warp->active, sizeof(*result));
    return op + 1;
}
