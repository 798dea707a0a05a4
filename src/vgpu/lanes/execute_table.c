/* The handler table of this compilation. */
#include "vgpu/lanes/execute.h"

static const struct vgpu_lane_handler *const lane_tables[] = {
    ISA_NAME(arithmetic_lanes), ISA_NAME(arithmetic_rare_lanes), ISA_NAME(compare_lanes), ISA_NAME(convert_lanes), NULL,
};

#define ISA_TEXT_(isa) #isa
#define ISA_TEXT(isa) ISA_TEXT_(isa)

const struct vgpu_handlers ISA_NAME(handlers) = {
    .isa = ISA_TEXT(VGPU_HANDLER_ISA),
    .lanes = lane_tables,
#define SPECIAL(name) .name = {ISA_NAME(execute_##name), ISA_NAME(execute_##name)},
#define SPECIAL_MASKED(name) .name = {ISA_NAME(execute_##name##_full), ISA_NAME(execute_##name##_masked)},
#include "vgpu/program/special.def"
};
