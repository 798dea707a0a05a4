/* Stepping in the device worker: runs a case up to the wanted launch, then answers moves. */
#include "grader/worker/step_worker.h"

#include "base/clock.h"
#include "base/i18n.h"
#include "base/told.h"
#include "grader/worker/case_run.h"

struct conversation {
    const struct step_channel *channel;
    bool has_failed; /* of the channel: the parent no longer reads it */
};

static void send_view(struct conversation *conversation, const struct stepping_view *view,
                      const struct stepping_lists *lists)
{
    conversation->has_failed |= !step_view_send(conversation->channel->out, view, lists, NULL);
}

/* False: the conversation is over. */
static bool answer(struct conversation *conversation, struct stepping *stepping, struct stepping_view *view)
{
    struct frame frame CLEANUP(frame_done) = FRAME_INIT;
    struct arena *arena CLEANUP(arena_free) = arena_new();
    struct stepping_lists lists;
    struct stepping_command command;
    struct error error = {0};
    if (!frame_read(conversation->channel->in, &job_frame_limits, CLOCK_NO_DEADLINE, &frame, &error)) {
        conversation->has_failed = true;
        return false;
    }
    if (frame.type == MESSAGE_STEP_CLOSE)
        return false;
    if (step_move_receive(&frame, &command, &error) && stepping_act(stepping, &command, view, arena, &lists, &error))
        send_view(conversation, view, &lists);
    else
        conversation->has_failed |= !worker_failure_send(conversation->channel->out, &error, NULL);
    return !conversation->has_failed;
}

static void converse(void *context, struct stepping *stepping)
{
    struct conversation *conversation = context;
    struct stepping_view view;
    struct arena *arena = arena_new();
    struct stepping_lists lists;
    stepping_look(stepping, &view, arena, &lists);
    send_view(conversation, &view, &lists);
    arena_free(arena);
    while (!conversation->has_failed && answer(conversation, stepping, &view))
        continue;
}

/* Told, since this process has no languages. */
static void refuse_target(const struct stepping_target *target, unsigned launches, struct error *error)
{
    char told[ERROR_MESSAGE_BYTES];
    if (launches > 0 && *target->kernel)
        told_print(told, sizeof told,
                   TOLD_COUNT("in this case the plan has {n} launch of {kernel} on this device",
                              "in this case the plan has {n} launches of {kernel} on this device"),
                   "n=%u" TOLD_AND "kernel=%s", launches, target->kernel);
    else if (launches > 0)
        told_print(told, sizeof told,
                   TOLD_COUNT("in this case the plan has {n} launch on this device",
                              "in this case the plan has {n} launches on this device"),
                   "n=%u", launches);
    else if (*target->kernel)
        told_print(told, sizeof told, N_("the plan does not launch {kernel} in this case"), "kernel=%s",
                   target->kernel);
    error_set(error, ERROR_NOT_FOUND, "%s",
              launches > 0 || *target->kernel ? told : TOLD_TEXT("the plan launches no kernel in this case"));
}

bool step_serve(const struct step_channel *channel, const struct job *job, const struct stepping_target *target,
                struct device *const *devices, struct arena *arena, struct error *error)
{
    struct conversation conversation = {.channel = channel};
    const struct job_program *learner = job_find_program(job, JOB_LEARNER, "");
    struct source ptx = {.name = "the compiled kernel"};
    struct device_stepper stepper = {.target = *target, .serve = converse, .context = &conversation};
    if (learner) {
        ptx.text = learner->ptx;
        ptx.size_bytes = learner->ptx_bytes;
        stepper.ptx = &ptx;
        stepper.kernel = &learner->source;
    }
    struct job *stepped = arena_memdup(arena, job, sizeof *job);
    stepped->stepper = &stepper;
    stepped->cases[0].compare = stepped->cases[0].has_budget = stepped->cases[0].measure = false;
    struct case_result *result =
        case_run(stepped, 0, devices, &(struct case_deadline){0}, &(struct case_work){0}, arena);
    bool good = stepper.served;
    if (!good && result->refusal.code != ERROR_NONE)
        error_set(error, result->refusal.code, "%s", result->refusal.message);
    else if (!good)
        refuse_target(target, stepper.matched, error);
    observation_free(result->observation);
    return good && (!conversation.has_failed || error_set(error, ERROR_CRASH, "the other program closed the pipe"));
}
