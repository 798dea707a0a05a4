/* Defines LANES1 to LANES4 so that the table included next yields functions. No guard: included once per table. */
#define LANES1(name, spellings, result, type_a, expression) \
    LANE_LOOPS(name, result, type_a a = LANE(type_a, op->a), expression)
#define LANES2(name, spellings, result, type_a, type_b, expression) \
    LANE_LOOPS(name, result, type_a a = LANE(type_a, op->a); type_b b = LANE(type_b, op->b), expression)
#define LANES3(name, spellings, result, type_a, type_b, type_c, expression)                  \
    LANE_LOOPS(name, result, type_a a = LANE(type_a, op->a); type_b b = LANE(type_b, op->b); \
               type_c c = LANE(type_c, op->c), expression)
#define LANES4(name, spellings, result, type_a, type_b, type_c, type_e, expression)          \
    LANE_LOOPS(name, result, type_a a = LANE(type_a, op->a); type_b b = LANE(type_b, op->b); \
               type_c c = LANE(type_c, op->c); type_e e = LANE(type_e, (uint32_t)op->immediate), expression)
