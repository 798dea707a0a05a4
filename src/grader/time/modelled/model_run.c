/* Models one case on the virtual device: its time, or the values of a sample. */
#include "grader/time/modelled/model_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "device/modelling.h"
#include "grader/case/program_run.h"
#include "grader/time/modelled/model_comparison.h"
#include "grader/time/modelled/model_devices.h"
#include "grader/value/number.h"
#include "grader/value/sentence.h"

/* For the blocks that run for their values alone. */
enum { FURTHER_INSTRUCTIONS = 4000000 };

/* Draws the timed blocks of every kernel, so that two times differ only by their kernels. */
enum { BLOCK_SEED = 1 };

/* If values depend on other blocks, a reference with few long blocks gives no useful sample. */
enum { DOUBTFUL_RUN_WORK = 3000000 };

/* How a plan runs under the model. */
struct modelling_way {
    bool looks;                             /* the beginning of many blocks runs, to see which are short */
    bool values;                            /* blocks drawn by the attempt's seed run for what they write */
    bool whole;                             /* all its launches run, on inputs in memory */
    int runs_before;                        /* earlier whole runs in the same module, each with inputs of its own */
    size_t draw;                            /* which inputs the first run gets */
    uint64_t block_limit;                   /* work that a block may do; 0: enough for slow kernels */
    bool is_doubtful;                       /* a difference proves nothing; agreement does */
    const struct model_sample *const *sets; /* elements that further blocks must write */
    size_t set_count;                       /* 0: any */
    struct plan_timeline *timeline;         /* NULL: not wanted */
    uint64_t sought;                        /* only the outcome of this condition; 0: no */
};

static bool begin_all(struct case_buffers *buffers, struct error *error)
{
    bool begun = true;
    for (int rank = 0; begun && rank < buffers->device_count; rank++)
        begun = buffers->devices[rank]->vtable->time_begin(buffers->devices[rank], error);
    return begun;
}

/* Runs the plan under the model, after the earlier runs. */
static bool run_in(struct program_session *session, int runs_before, struct plan_outcome *outcome, struct error *error)
{
    for (int i = 0; i <= runs_before; i++) {
        if (i && !case_buffers_renew(session->buffers, error))
            return false;
        if (!begin_all(session->buffers, error) || !program_session_run(session, outcome, error))
            return false;
        if (outcome->stopped)
            return true;
    }
    return true;
}

/* All devices share the budget for further blocks. */
static void set_modelling(struct case_buffers *buffers, const struct modelling_way *way)
{
    uint64_t wanted_count = 0;
    const device_address *wanted =
        way->set_count ? model_sample_wanted(buffers, way->sets, way->set_count, &wanted_count) : NULL;
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device_modelling *modelling = buffers->devices[rank]->modelling;
        modelling->is_on = true;
        modelling->runs_whole = way->whole;
        modelling->block_seed = BLOCK_SEED;
        modelling->needs_no_time = way->values || way->runs_before;
        modelling->seeks_short_blocks = way->looks;
        modelling->further_left = way->values ? FURTHER_INSTRUCTIONS / (uint64_t)buffers->device_count : 0;
        modelling->block_limit = way->block_limit;
        modelling->sample_run_limit = way->is_doubtful ? DOUBTFUL_RUN_WORK : 0;
        modelling->further_share = 0;
        modelling->wanted = wanted;
        modelling->sought = way->sought;
        modelling->wanted_count = wanted_count;
    }
}

static void end_modelling(struct case_buffers *buffers)
{
    for (int rank = 0; rank < buffers->device_count; rank++) {
        struct device_modelling *modelling = buffers->devices[rank]->modelling;
        modelling->is_on = modelling->runs_whole = modelling->seeks_short_blocks = false;
        modelling->wanted = NULL;
        modelling->wanted_count = modelling->sample_run_limit = modelling->block_limit = modelling->sought = 0;
    }
}

/* Adds up the models of the case's devices. */
static void take_model(const struct case_buffers *buffers, struct device_model *out_model)
{
    struct device_model *models = ARENA_ARRAY(buffers->arena, (size_t)buffers->device_count, struct device_model);
    for (int rank = 0; rank < buffers->device_count; rank++)
        models[rank] = buffers->devices[rank]->modelling->model;
    model_of_devices(models, buffers->device_count, out_model);
}

static bool run_modelled(struct case_buffers *buffers, const struct job_program *program,
                         const struct modelling_way *way, struct plan_outcome *outcome, struct error *error)
{
    struct program_session session = {0};
    buffers->is_lazy = !way->whole;
    buffers->is_slim = way->whole;
    buffers->draw = way->draw;
    bool done = (!way->whole || case_buffers_prepare(buffers, error)) &&
                case_buffers_upload(buffers, SIDE_REFERENCE, error) &&
                program_session_open(&session, buffers, program, case_buffers_arguments(buffers),
                                     buffers->parameter_count, error);
    session.timeline = way->timeline;
    set_modelling(buffers, way);
    done = done && run_in(&session, way->runs_before, outcome, error);
    end_modelling(buffers);
    program_session_note_outcomes(&session);
    program_session_close(&session);
    return done;
}

/* Budgets for running all launches: about a second on a quiet machine with two cores. */
enum { WHOLE_WORK_MOST = 40000000, WHOLE_BYTES_MOST = 260 << 20 };

/*
 * Whether to run all blocks: the time, or values to compare, depend on blocks outside the samples,
 * and running all is cheap. Only with one device, because a sample cannot undo writes to another
 * device's memory.
 */
static bool is_worth_running(const struct case_buffers *buffers, const struct device_model *model)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        bytes += buffers->parameters[i].size_bytes;
    bool is_for_time = model->reads_earlier || model->unsampled_blocks_decide;
    bool is_for_values = buffers->given->sample_values && model->depends_on_unsampled_blocks;
    return buffers->device_count == 1 && (is_for_time || is_for_values) && model->run_work <= WHOLE_WORK_MOST &&
           bytes <= WHOLE_BYTES_MOST;
}

/*
 * Runs samples first. If they depend on each other and the budget allows, runs every launch whole
 * as well. Then each sample reads real values, and all values can be compared. CRASH: a kernel
 * faults.
 */
static bool run_program(struct case_buffers *buffers, const struct job_program *program,
                        const struct modelling_way *way, struct plan_outcome *outcome, struct error *error)
{
    struct modelling_way whole_way = *way;
    struct plan_outcome whole = {0};
    struct error failure = {0};
    whole_way.whole = true;
    if (way->runs_before)
        return run_modelled(buffers, program, &whole_way, outcome, error) && !outcome->stopped;
    if (!run_modelled(buffers, program, way, outcome, error) || outcome->stopped)
        return false;
    struct device_model model;
    take_model(buffers, &model);
    if (!is_worth_running(buffers, &model))
        return true;
    case_buffers_release(buffers);
    if (run_modelled(buffers, program, &whole_way, &whole, &failure) && !whole.stopped)
        return true;
    if (failure.code == ERROR_CRASH) {
        *error = failure;
        return false;
    }
    case_buffers_release(buffers); /* the samples' outputs are lost too, so they run again */
    return run_modelled(buffers, program, way, outcome, error) && !outcome->stopped;
}

/* Models a plan, passes its outputs to `look`, and frees the buffers. */
static bool model_program(struct case_buffers *buffers, const struct job_program *program,
                          const struct modelling_way *way, void (*look)(struct case_buffers *buffers, void *context),
                          void *context, struct device_model *out_model, struct error *error)
{
    struct plan_outcome outcome = {0};
    bool done = run_program(buffers, program, way, &outcome, error);
    take_model(buffers, out_model);
    if (look && done && !outcome.stopped)
        look(buffers, context);
    case_buffers_release(buffers);
    buffers->is_lazy = true;
    if (done && outcome.stopped)
        return error_set(error, ERROR_UNSUPPORTED, "the plan was stopped");
    return done;
}

static const char *find_obstacle(const struct case_buffers *buffers)
{
    if (!buffers->devices[0]->properties.models_time)
        return sentence_row(SENTENCE_NO_TIME_MODEL).text;
    for (size_t i = 0; i < buffers->job->program_count; i++)
        if (buffers->job->programs[i].role == JOB_GENERATOR)
            return sentence_row(SENTENCE_INPUT_OF_A_KERNEL).text;
    return NULL;
}

static struct statistics_median interval(double value, double error)
{
    return (struct statistics_median){.median = value, .low = value * (1 - error), .high = value * (1 + error)};
}

static enum time_basis basis_of(const struct device_model *model)
{
    if (model->ran_whole)
        return TIME_BASIS_WHOLE;
    return model->reads_earlier ? TIME_BASIS_ZEROS : TIME_BASIS_SAMPLE;
}

/*
 * How far the counts may be off, as a fraction. A later launch reads zeros where a sample left out
 * what an earlier one writes. So it may take other branches: erff() has one at 1.
 */
static double counts_error(const struct device_model *model)
{
    static const double of_later_launches = 0.10;
    double of_sample = model->issued > 0 ? model->issued_doubt / model->issued : 0;
    return of_sample + (model->launches > 1 && !model->ran_whole ? of_later_launches : 0);
}

static void fill(const struct device *device, const struct device_model *model, struct time_result *time)
{
    time->status = TIMING_RECORDED;
    time->runs = 1;
    time->learner_ns = interval(model->elapsed_ns, model->error);
    time->alone_ns = model->alone_ns;
    time->dram_bytes = model->dram_bytes;
    time->counts_error = counts_error(model);
    time->link_bytes = model->link_bytes;
    time->term_count = model->term_count;
    for (int i = 0; i < model->term_count; i++) {
        snprintf(time->terms[i].name, sizeof time->terms[i].name, "%s", model->terms[i].name);
        time->terms[i].ns = model->terms[i].ns;
    }
    time->model = (struct model_figure){
        .elapsed_ns = model->elapsed_ns, .error = model->error, .issued = model->issued, .sectors = model->sectors};
    time->dram_bytes_per_second = device->properties.dram_bytes_per_second;
    time->fp32_flops = device->properties.fp32_flops;
    time->fp16_flops = device->properties.fp16_flops;
    time->l2_bytes = device->properties.l2_bytes;
    time->basis = basis_of(model);
    snprintf(time->note, sizeof time->note, "%s", model->limiter);
}

/* What a run of the learner's plan left to be compared. */
struct modelled_run {
    struct device_model model;
    struct model_sample *samples; /* elements that it wrote; NULL: it was stopped */
};

static void take(struct case_buffers *buffers, void *context)
{
    struct modelled_run *run = context;
    run->samples = model_sample_take(buffers);
}

static bool model_learner(struct case_buffers *buffers, const struct modelling_way *way, struct modelled_run *run,
                          struct error *error)
{
    const struct job_program *learner = job_find_program(buffers->job, JOB_LEARNER, "");
    struct modelling_way limited = *way;
    limited.block_limit = buffers->given->block_limit;
    if (!learner)
        return error_set(error, ERROR_INTERNAL, "a job has no learner's program");
    return model_program(buffers, learner, &limited, buffers->given->sample_values ? take : NULL, run, &run->model,
                         error);
}

static void say(struct time_result *time, enum sentence_id id, const struct template_field *fields, size_t count)
{
    time->status = TIMING_WRONG;
    sentence_tell(time->note, sizeof time->note, id, fields, count);
}

static bool model_time(struct case_buffers *buffers, struct time_result *time, struct modelled_run *run,
                       struct error *error)
{
    struct plan_timeline *timeline = ARENA_NEW(buffers->arena, struct plan_timeline);
    if (!model_learner(buffers, &(struct modelling_way){.timeline = timeline}, run, error))
        return false;
    fill(buffers->devices[0], &run->model, time);
    time->timeline = plan_timeline_is_worth_drawing(timeline) ? timeline : NULL;
    if (!run->model.launches && !run->model.copies)
        say(time, SENTENCE_TIMED_DOES_NOTHING, NULL, 0);
    return true;
}

/* --- values ----------------------------------------------------------------------------------- */

enum { RUNS_MOST = 3, SAID_BYTES = 100 };

struct comparing {
    const struct model_sample *sets[RUNS_MOST]; /* of the runs; NULL: it has none */
    struct model_difference differences[RUNS_MOST];
};

static void set_beside(struct case_buffers *buffers, void *context)
{
    struct comparing *comparing = context;
    for (int i = 0; i < RUNS_MOST; i++)
        if (comparing->sets[i])
            model_sample_compare(buffers, comparing->sets[i], &comparing->differences[i]);
}

static void say_wrong(const struct model_difference *difference, int runs_before, struct time_result *time)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    enum dtype dtype = difference->parameter->dtype;
    char again[SAID_BYTES] = "";
    if (runs_before)
        sentence_tell(again, sizeof again, SENTENCE_TIMED_AGAIN, NULL, 0);
    say(time, SENTENCE_TIMED_DIFFERS,
        FIELDS({"again", again}, {"wrong", arena_printf(arena, "%" PRIu64, difference->wrong)},
               {"compared", arena_printf(arena, "%" PRIu64, difference->compared)},
               {"buffer", difference->parameter->name}, {"element", arena_printf(arena, "%" PRIu64, difference->index)},
               {"got", arena_printf(arena, "%g", number_decode(dtype, difference->got))},
               {"expected", arena_printf(arena, "%g", number_decode(dtype, difference->expected))}));
}

static void say_left_out(const struct model_difference *difference, struct time_result *time)
{
    struct arena *arena CLEANUP(arena_free) = arena_new();
    say(time, SENTENCE_TIMED_LEAVES_OUT,
        FIELDS({"buffer", difference->left_out->name},
               {"percent", arena_printf(arena, "%.1f", 100 * difference->most_written)}));
}

/*
 * Judges what one run wrote. Where its values depend on blocks outside the sample, a difference
 * proves nothing. Where the reference's do, agreement proves nothing either.
 */
static void judge_difference(const struct model_difference *difference, bool is_drawn, int runs_before,
                             bool learner_depends, bool reference_depends, struct time_result *time)
{
    bool is_doubtful = learner_depends || reference_depends;
    if (time->status == TIMING_RECORDED && difference->wrong && !is_doubtful)
        say_wrong(difference, runs_before, time);
    else if (time->status == TIMING_RECORDED && difference->left_out && !is_doubtful)
        say_left_out(difference, time);
    time->is_entangled |= (difference->left_out && is_doubtful) || (is_drawn && difference->is_unknown);
    if (!difference->wrong && !reference_depends)
        time->compared += difference->all_compared;
}

/* Runs the reference where the learner's runs wrote, and compares. */
static void compare_runs(struct case_buffers *buffers, const struct modelled_run *runs, int run_count, int runs_before,
                         struct time_result *time)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    const struct model_sample *sets[RUNS_MOST];
    struct comparing comparing = {0};
    struct device_model model;
    struct modelling_way way = {.values = true, .draw = (size_t)runs_before, .sets = sets};
    for (int i = 0; i < run_count; i++) {
        way.is_doubtful |= runs[i].model.depends_on_unsampled_blocks;
        comparing.sets[i] = runs[i].samples;
        if (runs[i].samples)
            sets[way.set_count++] = runs[i].samples;
    }
    time->is_entangled = false;
    time->compared = 0;
    bool done = way.set_count && model_program(buffers, reference, &way, set_beside, &comparing, &model, NULL);
    for (int i = 0; done && i < run_count; i++)
        judge_difference(&comparing.differences[i], i == 0, runs_before, runs[i].model.depends_on_unsampled_blocks,
                         model.depends_on_unsampled_blocks, time);
    time->is_entangled |= !time->compared;
    if (time->is_entangled)
        time->compared = 0;
}

/* A whole run compares all that it wrote. It is repeated if the module keeps values. */
static bool compare_whole(struct case_buffers *buffers, const struct modelled_run *first, struct time_result *time,
                          struct error *error)
{
    struct modelled_run second = {0};
    compare_runs(buffers, first, 1, 0, time);
    if (time->status != TIMING_RECORDED || !first->model.writes_variables)
        return true;
    if (!model_learner(buffers, &(struct modelling_way){.runs_before = 1}, &second, error))
        return false;
    compare_runs(buffers, &second, 1, 1, time);
    return true;
}

/*
 * Of a launch of long blocks, the runs before show few. So many more begin, and a block that leaves
 * its work out ends there. Then the launch cannot write all of the output.
 */
static bool look_for_short_blocks(struct case_buffers *buffers, const struct modelled_run *timed,
                                  struct modelled_run *out_look)
{
    bool is_simple = timed->model.launches == 1 && buffers->device_count == 1;
    bool depends = timed->model.reads_earlier || timed->model.depends_on_unsampled_blocks;
    if (is_simple && !depends && model_learner(buffers, &(struct modelling_way){.looks = true}, out_look, NULL) &&
        out_look->model.has_short_blocks)
        return true;
    *out_look = (struct modelled_run){0};
    return false;
}

/*
 * Whether nothing can be compared: the values of the learner's blocks depend on blocks outside the
 * sample, and those of the reference's do so too.
 */
static bool is_in_vain(struct case_buffers *buffers, const struct modelled_run *timed)
{
    const struct job_program *reference = job_find_program(buffers->job, JOB_REFERENCE, "");
    const struct modelling_way way = {
        .values = true, .is_doubtful = true, .sets = (const struct model_sample *[]){timed->samples}, .set_count = 1};
    struct device_model model;
    return timed->model.depends_on_unsampled_blocks && timed->samples &&
           (!model_program(buffers, reference, &way, NULL, NULL, &model, NULL) || model.depends_on_unsampled_blocks);
}

/*
 * Compares what the timed blocks wrote, and what blocks drawn by the attempt's seed write, all on
 * the inputs that were timed.
 */
static bool compare_values(struct case_buffers *buffers, const struct modelled_run *timed, struct time_result *time,
                           struct error *error)
{
    struct modelled_run runs[RUNS_MOST] = {{.samples = NULL}, *timed}; /* drawn blocks first */
    int count = 2;
    if (!job_find_program(buffers->job, JOB_REFERENCE, ""))
        return true;
    if (timed->model.ran_whole)
        return compare_whole(buffers, timed, time, error);
    if (is_in_vain(buffers, timed)) {
        time->is_entangled = true;
        return true;
    }
    if (!model_learner(buffers, &(struct modelling_way){.values = true}, &runs[0], error))
        return false;
    count += look_for_short_blocks(buffers, timed, &runs[count]);
    compare_runs(buffers, runs, count, 0, time);
    return true;
}

static bool model_all(struct case_buffers *buffers, struct time_result *time, struct error *error)
{
    struct modelled_run timed = {0};
    if (!case_buffers_prepare(buffers, error) || !model_time(buffers, time, &timed, error))
        return false;
    if (time->status != TIMING_RECORDED || !buffers->given->sample_values)
        return true;
    if (buffers->job->timed)
        buffers->job->timed(buffers->job->context, time);
    return compare_values(buffers, &timed, time, error);
}

/* Runs a few blocks, for the outcome that is sought. The case then has no time. */
static bool seek_outcome(struct case_buffers *buffers, struct time_result *time, struct error *error)
{
    struct modelled_run run = {0};
    struct modelling_way way = {.sought = buffers->given->sought};
    time->status = TIMING_NOT_RECORDED;
    return case_buffers_prepare(buffers, error) && model_learner(buffers, &way, &run, error);
}

/* The block that ended the learner's last run, if one did. */
static struct device_excess find_excess(const struct case_buffers *buffers)
{
    struct device_excess excess = {0};
    for (int rank = 0; rank < buffers->device_count && excess.instructions <= 0; rank++)
        excess = buffers->devices[rank]->modelling->model.excess;
    return excess;
}

void model_run(struct case_buffers *buffers, struct case_result *result)
{
    struct error error = {0};
    struct time_result *time = ARENA_NEW(buffers->arena, struct time_result);
    const char *obstacle = find_obstacle(buffers);
    result->outcome = CASE_RAN;
    result->time = time;
    buffers->is_lazy = true;
    if (!obstacle && (buffers->given->sought ? seek_outcome : model_all)(buffers, time, &error))
        return;
    if (!obstacle && error.code == ERROR_RANGE)
        time->excess = find_excess(buffers);
    time->never_ends = !obstacle && error.code == ERROR_TIMEOUT;
    bool is_refused = error.code == ERROR_RANGE && time->excess.instructions <= 0;
    time->status = error.code == ERROR_CRASH || time->never_ends ? TIMING_STOPPED
                   : is_refused                                  ? TIMING_REFUSED
                                                                 : TIMING_NOT_RECORDED;
    snprintf(time->note, sizeof time->note, "%s", obstacle ? obstacle : error.message);
}
