/*
 * Defines LANES1 to LANES4 so that the next included table yields rows of struct vgpu_lane_handler.
 * No include guard.
 */
#define LANE_WIDTH(type) sizeof(STORAGE(type))
#define LANES1(name, spellings, result, type_a, expression) \
    {spellings, {name##_full, name##_masked}, VGPU_LANE_RESULT, 1, {LANE_WIDTH(result), LANE_WIDTH(type_a)}},
#define LANES2(name, spellings, result, type_a, type_b, expression) \
    {spellings,                                                     \
     {name##_full, name##_masked},                                  \
     VGPU_LANE_RESULT,                                              \
     2,                                                             \
     {LANE_WIDTH(result), LANE_WIDTH(type_a), LANE_WIDTH(type_b)}},
#define LANES3(name, spellings, result, type_a, type_b, type_c, expression) \
    {spellings,                                                             \
     {name##_full, name##_masked},                                          \
     VGPU_LANE_RESULT,                                                      \
     3,                                                                     \
     {LANE_WIDTH(result), LANE_WIDTH(type_a), LANE_WIDTH(type_b), LANE_WIDTH(type_c)}},
#define LANES4(name, spellings, result, type_a, type_b, type_c, type_e, expression) \
    {spellings,                                                                     \
     {name##_full, name##_masked},                                                  \
     VGPU_LANE_RESULT,                                                              \
     4,                                                                             \
     {LANE_WIDTH(result), LANE_WIDTH(type_a), LANE_WIDTH(type_b), LANE_WIDTH(type_c), LANE_WIDTH(type_e)}},
