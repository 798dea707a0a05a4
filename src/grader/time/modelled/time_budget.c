/* The budget of work at the timed size. */
#include "grader/time/modelled/time_budget.h"

#include <math.h>

#include "base/text.h"
#include "grader/value/sentence.h"

/*
 * A block may do that many times the work of an SM. Less than LEAST is cheap to run, and more than
 * MOST takes a second.
 */
enum { TIMES_OF_SM = 2, LEAST = 1500000, MOST = 30000000 };

static double needed_work(const struct time_baselines *baselines)
{
    return fmax(baselines->solution.issued, baselines->reference.issued);
}

uint64_t time_budget_of_block(const struct time_baselines *baselines, int sm_count)
{
    double budget = TIMES_OF_SM * needed_work(baselines) / (sm_count > 0 ? sm_count : 1);
    return budget > 0 ? (uint64_t)fmin(fmax(budget, LEAST), MOST) : 0;
}

/* How much more than the course's kernel that is, if it is more for certain. */
static const char *times_sentence(struct arena *arena, double times)
{
    char factor[TEXT_FACTOR_BYTES];
    return times > 1
               ? sentence_text(arena, SENTENCE_TIMED_TIMES_WORK, FIELDS({"times", text_format_factor(times, factor)}))
               : sentence_row(SENTENCE_TIMED_MAY_NOT_END).text;
}

const char *time_budget_sentence(struct arena *arena, const struct device_excess *excess,
                                 const struct time_baselines *baselines, int sm_count)
{
    bool is_few = excess->blocks < (uint64_t)sm_count;
    double done = excess->instructions * (is_few ? sm_count : (double)excess->blocks);
    double times = done / fmax(needed_work(baselines), 1);
    char factor[TEXT_FACTOR_BYTES];
    if (excess->sees_order) /* the others may have less to do */
        return sentence_text(arena, SENTENCE_TIMED_SHARING_BLOCKS,
                             FIELDS({"millions", text_format_factor(excess->instructions / 1e6, factor)}));
    const char *line = arena_printf(arena, "%d", excess->line);
    const char *where = excess->line ? sentence_text(arena, SENTENCE_TIMED_MOSTLY_AT, FIELDS({"line", line})) : "";
    if (is_few && times > 1)
        return sentence_text(arena, SENTENCE_TIMED_FEW_BLOCKS,
                             FIELDS({"times", text_format_factor(times, factor)},
                                    {"blocks", arena_printf(arena, "%d", (int)excess->blocks)},
                                    {"sms", arena_printf(arena, "%d", sm_count)}, {"where", where}));
    return sentence_text(arena, SENTENCE_TIMED_LONG_BLOCKS,
                         FIELDS({"millions", text_format_factor(excess->instructions / 1e6, factor)},
                                {"times", times_sentence(arena, times)}, {"where", where}));
}
