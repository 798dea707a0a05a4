/* What race checks keep for each memory op of a worker. */
#ifndef VGPU_RACE_PART_RACE_PART_H
#define VGPU_RACE_PART_RACE_PART_H

struct vgpu_buffer;

struct race_part {
    struct vgpu_buffer *tracked; /* every access is looked at, see race_global.h; NULL: none */
};

#endif
