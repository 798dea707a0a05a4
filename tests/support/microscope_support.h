/* Views of the microscope made by hand, for screens without a compiler. */
#ifndef SUPPORT_MICROSCOPE_SUPPORT_H
#define SUPPORT_MICROSCOPE_SUPPORT_H

#include <stdio.h>
#include <string.h>

#include "base/told.h"
#include "tui/screens/microscope/microscope.h"

static const char microscope_support_ptx[] = ".version 9.0\n"
                                             ".target sm_90\n"
                                             ".visible .entry first(\n"
                                             "\t.param .u64 first_param_0\n"
                                             ")\n"
                                             "{\n"
                                             "\t.loc\t1 5 9\n"
                                             "\tld.global.f32 \t%f1, [%rd4];\n"
                                             "\tst.shared.f32 \t[%r5], %f1;\n"
                                             "\tbar.sync \t0;\n"
                                             "$L__BB0_2:\n"
                                             "\tret;\n"
                                             "}\n";

static inline struct microscope_view *microscope_support_new(void)
{
    struct arena *arena = arena_new();
    struct microscope_view *view = ARENA_NEW(arena, struct microscope_view);
    view->arena = arena;
    view->case_name = "n=1009";
    view->ptx = microscope_support_ptx;
    view->step = (struct stepping_view){.kernel = "first",
                                        .grid = {4, 1, 1},
                                        .block_shape = {64, 1, 1},
                                        .block_index = 3,
                                        .block = {3, 0, 0},
                                        .warp = 1,
                                        .warp_count = 2,
                                        .position = 80,
                                        .executed = 41,
                                        .started = UINT32_MAX,
                                        .live = 0x00ffffff,
                                        .active = 0x0000ffff,
                                        .line = 5,
                                        .ptx_line = 9,
                                        .function = "first",
                                        .instruction = "st.shared.f32 [%r5], %f1",
                                        .previous = "ld.global.f32 %f1, [%rd4]"};
    view->step.register_count = 2;
    view->registers = ARENA_ARRAY(arena, 2, struct stepping_register);
    view->registers[0] = (struct stepping_register){.name = "%rd4", .type = PTX_TYPE_B64, .bits = 64, .defined = ~0U};
    view->registers[1] = (struct stepping_register){.name = "%f1", .type = PTX_TYPE_F32, .bits = 32, .defined = 0xffff};
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
        float value = (float)lane * 1.5F - 4;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        view->registers[0].values[lane] = 0x10000100000 + lane * 4;
        view->registers[1].values[lane] = bits;
    }
    return view;
}

/* After a load of 16 lanes. The others wait at a barrier or have ended. */
static inline struct microscope_view *microscope_support_load(void)
{
    struct microscope_view *microscope_view = microscope_support_new();
    struct stepping_view *view = &microscope_view->step;
    struct vgpu_step_request *access = &view->requests[0].access;
    view->at_barrier = 0x00ff0000;
    view->split_count = 2;
    view->splits[0] = (struct vgpu_step_split){.mask = 0x0000ffff, .state = VGPU_STEP_RUNNING, .line = 5};
    view->splits[1] = (struct vgpu_step_split){.mask = 0x00ff0000, .state = VGPU_STEP_AT_BARRIER, .line = 6};
    view->barrier_count = 1;
    view->barriers[0] = (struct vgpu_step_barrier){.expected = 56, .arrived = 40, .waiting = {~0U, 0x00ff0000}};
    view->request_count = 1;
    snprintf(view->requests[0].buffer, sizeof view->requests[0].buffer, "a");
    *access = (struct vgpu_step_request){.access = VGPU_ACCESS_READ,
                                         .space = VGPU_FINDING_SPACE_GLOBAL,
                                         .line = 5,
                                         .size_bytes = 4,
                                         .mask = 0x0000ffff,
                                         .offset_bytes = 416,
                                         .sector_count = 3,
                                         .least_sectors = 2};
    access->sectors[0] = (struct vgpu_step_sector){.bytes = 0xffff0000, .lanes = 0xf};
    access->sectors[1] = (struct vgpu_step_sector){.bytes = ~0U, .lanes = 0xff0};
    access->sectors[2] = (struct vgpu_step_sector){.bytes = 0x0000ffff, .lanes = 0xf000};
    return microscope_view;
}

/* After a store to shared memory with two-way bank conflicts, which is also a race. */
static inline struct microscope_view *microscope_support_conflict(void)
{
    struct microscope_view *microscope_view = microscope_support_new();
    struct stepping_view *view = &microscope_view->step;
    struct vgpu_step_request *access = &view->requests[0].access;
    view->active = view->live = UINT32_MAX;
    view->ptx_line = 10;
    snprintf(view->previous, sizeof view->previous, "st.shared.f32 [%%rd4], %%f1");
    view->request_count = 1;
    snprintf(view->requests[0].buffer, sizeof view->requests[0].buffer, "tile");
    *access = (struct vgpu_step_request){.access = VGPU_ACCESS_WRITE,
                                         .space = VGPU_FINDING_SPACE_SHARED,
                                         .line = 5,
                                         .size_bytes = 4,
                                         .mask = ~0U,
                                         .wavefronts = 2,
                                         .conflicts = 1};
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
        access->bank_ways[2 * lane % 32] = 2;
        access->bank_lanes[2 * lane % 32] |= 1U << lane;
    }
    view->finding_count = 1;
    view->findings[0] = (struct stepping_finding){.line = 5, .is_error = 1};
    told_print(view->findings[0].message, sizeof view->findings[0].message,
               "{place} is written by two threads without a barrier in between", "place=%s", "tile[3]");
    return microscope_view;
}

static inline struct stepping_variable *microscope_support_variable(struct microscope_view *view, const char *name,
                                                                    const char *type, enum stepping_kind kind,
                                                                    uint32_t bits)
{
    struct stepping_variable *variable = &view->variables[view->step.variable_count++];
    *variable = (struct stepping_variable){
        .kind = kind, .place = STEPPING_THERE, .bits = bits, .defined = UINT32_MAX, .line = 4};
    snprintf(variable->name, sizeof variable->name, "%s", name);
    snprintf(variable->type, sizeof variable->type, "%s", type);
    variable->depth = name[0] == '.' || name[0] == '[';
    return variable;
}

static inline uint64_t microscope_support_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void microscope_support_pointer(struct microscope_view *view, const char *name, uint64_t start,
                                              uint64_t step)
{
    struct stepping_variable *variable = microscope_support_variable(view, name, "const float *", STEPPING_POINTER, 64);
    snprintf(variable->buffer, sizeof variable->buffer, "a");
    variable->start = start;
    variable->size_bytes = 80;
    variable->element_bytes = 4;
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++)
        variable->values[lane] = start + lane * step;
}

/* Variables of every form: set, half set, changed, shared, pointing out of bounds. */
static inline struct microscope_view *microscope_support_variables(void)
{
    struct microscope_view *view = microscope_support_load();
    view->step.is_unoptimised = 1;
    view->variables = ARENA_ARRAY(view->arena, STEPPING_VARIABLES_MAX, struct stepping_variable);
    struct stepping_variable *i = microscope_support_variable(view, "i", "int", STEPPING_SIGNED, 32);
    struct stepping_variable *sum = microscope_support_variable(view, "sum", "float", STEPPING_FLOAT, 32);
    struct stepping_variable *letter = microscope_support_variable(view, "letter", "char", STEPPING_CHARACTER, 8);
    microscope_support_variable(view, "later", "double", STEPPING_FLOAT, 64)->place = STEPPING_NOT_YET;
    microscope_support_variable(view, "flag", "bool", STEPPING_BOOLEAN, 8)->place = STEPPING_NOWHERE;
    struct stepping_variable *pair = microscope_support_variable(view, "pair", "pair", STEPPING_GROUP, 0);
    struct stepping_variable *first = microscope_support_variable(view, ".first", "int", STEPPING_SIGNED, 32);
    struct stepping_variable *second = microscope_support_variable(view, ".second", "float", STEPPING_FLOAT, 32);
    struct stepping_variable *tile = microscope_support_variable(view, "tile", "float[4][8]", STEPPING_FLOAT, 32);
    microscope_support_pointer(view, "at", 0x10000100000, 4);
    microscope_support_pointer(view, "a", 0x10000100000, 0);
    snprintf(i->held_in, sizeof i->held_in, "%%r7");
    snprintf(sum->held_in, sizeof sum->held_in, "%%f1");
    view->registers[1].changed = 0x000000f8;
    sum->defined = 0x0000ffff;
    sum->changed = 0x000000f8;
    second->defined = 0x00ff;
    pair->defined = 0;
    tile->is_shared = 1;
    tile->element_count = 8;
    tile->defined = 0x0f;
    snprintf(tile->elements, sizeof tile->elements, "[2][0..7]");
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++) {
        i->values[lane] = 192 + lane;
        sum->values[lane] = microscope_support_bits((float)lane * 1.5F - 4);
        letter->values[lane] = 'a' + lane % 26;
        first->values[lane] = (uint64_t) - (int64_t)lane;
        second->values[lane] = microscope_support_bits(0.25F);
        tile->values[lane] = microscope_support_bits((float)lane / 8);
    }
    return view;
}

#endif
