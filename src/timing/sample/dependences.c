/*
 * Dependences between launches: which of them read or write again what another one wrote.
 *
 * A sample writes only a part of what its launch writes. Values that follow from inputs alone are
 * still right. So are values that follow from what the sample itself wrote, if one launch alone
 * writes there. Values that follow from what other blocks or launches wrote are not right.
 */
#include "timing/sample/sample.h"
#include "vgpu/buffers.h"

/* Where another launch or the host wrote before, the sample leaves other bytes than the launch. */
enum { USED_BEFORE = VGPU_USED_WRITTEN | VGPU_USED_ATOMIC | VGPU_USED_FILLED };
enum { USED_TO_READ = VGPU_USED_READ | VGPU_USED_ATOMIC, USED_TO_WRITE = VGPU_USED_WRITTEN | VGPU_USED_ATOMIC };

static void note_use(const struct vgpu_use *use, struct time_dependences *dependences)
{
    bool reads = use->recent & USED_TO_READ, writes = use->recent & USED_TO_WRITE;
    bool reads_earlier = reads && use->earlier & USED_TO_WRITE;
    bool is_followed =
        use->is_lazy && !((use->recent | use->earlier) & VGPU_USED_ATOMIC) && !(use->recent & VGPU_USED_UNWRITTEN);
    bool reads_others = !is_followed && (reads_earlier || (reads && writes));
    dependences->reads_earlier |= reads_earlier;
    dependences->on_unsampled_blocks |= reads_others || (writes && use->earlier & USED_BEFORE);
}

bool dependences_are_inputs(const struct vgpu *device)
{
    for (size_t i = 0; i < vgpu_use_count(device); i++) {
        struct vgpu_use use = vgpu_use_at(device, i);
        if (use.is_writable && use.recent & USED_TO_READ)
            return false;
    }
    return true;
}

void dependences_find(struct vgpu *device, struct time_dependences *dependences)
{
    for (size_t i = 0; i < vgpu_use_count(device); i++) {
        struct vgpu_use use = vgpu_use_at(device, i);
        if (use.is_live)
            note_use(&use, dependences);
    }
    vgpu_uses_keep(device);
}
