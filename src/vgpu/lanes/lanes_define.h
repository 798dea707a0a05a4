/*
 * Defines LANES1 to LANES4 so that the next included table yields functions. No include guard:
 * every table includes it.
 */
#define LANES1(name, spellings, result, type_a, expression) \
    LANE_LOOPS(name, result, LANE_SOURCE(from_a, type_a, op->a), type_a a = (type_a)from_a[lane], expression)
#define LANES2(name, spellings, result, type_a, type_b, expression)                 \
    LANE_LOOPS(name, result, LANE_SOURCE(from_a, type_a, op->a);                    \
               LANE_SOURCE(from_b, type_b, op->b), type_a a = (type_a)from_a[lane]; \
               type_b b = (type_b)from_b[lane], expression)
#define LANES3(name, spellings, result, type_a, type_b, type_c, expression)                                          \
    LANE_LOOPS(name, result, LANE_SOURCE(from_a, type_a, op->a); LANE_SOURCE(from_b, type_b, op->b);                 \
               LANE_SOURCE(from_c, type_c, op->c), type_a a = (type_a)from_a[lane]; type_b b = (type_b)from_b[lane]; \
               type_c c = (type_c)from_c[lane], expression)
#define LANES4(name, spellings, result, type_a, type_b, type_c, type_e, expression)                   \
    LANE_LOOPS(name, result, LANE_SOURCE(from_a, type_a, op->a); LANE_SOURCE(from_b, type_b, op->b);  \
               LANE_SOURCE(from_c, type_c, op->c);                                                    \
               LANE_SOURCE(from_e, type_e, (uint32_t)op->immediate), type_a a = (type_a)from_a[lane]; \
               type_b b = (type_b)from_b[lane]; type_c c = (type_c)from_c[lane];                      \
               type_e e = (type_e)from_e[lane], expression)
