/* vadd2, vadd4 and similar instructions (PTX ISA 9.7.18): two halves or four bytes at a time. */
#include "vgpu/lanes/video.h"

static uint32_t compare_lanes(const struct video_form *form, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0, sum = c;
    unsigned bits = 32 / form->lanes;
    for (unsigned i = 0; i < form->lanes; i++) {
        int32_t x = form->lanes == 4 ? math_packed_byte(a, i, form->a_signed) : math_packed_half(a, i, form->a_signed);
        int32_t y = form->lanes == 4 ? math_packed_byte(b, i, form->b_signed) : math_packed_half(b, i, form->b_signed);
        bool outcomes[] = {[MATH_EQ] = x == y,
                           [MATH_NE] = x != y,
                           [MATH_LT] = x<y, [MATH_LE] = x <= y, [MATH_GT] = x> y,
                           [MATH_GE] = x >= y};
        result |= (uint32_t)outcomes[form->compare] << (i * bits);
        sum += outcomes[form->compare];
    }
    return form->accumulates ? sum : result;
}

const struct vgpu_op *video_execute(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    const struct video_form *form = op->scalar;
    const uint32_t *a = (const uint32_t *)(void *)(frame + op->a), *b = (const uint32_t *)(void *)(frame + op->b);
    const uint32_t *c = (const uint32_t *)(void *)(frame + op->c);
    uint32_t *to = (uint32_t *)(void *)(frame + op->d);
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        to[lane] = form->compares
                       ? compare_lanes(form, a[lane], b[lane], c[lane])
                       : math_simd(form->operation, form->lanes, a[lane], form->a_signed, b[lane], form->b_signed,
                                   c[lane], form->d_signed, 15, form->accumulates, form->flags);
    }
    return op + 1;
}
