/* Runs trials in a thread of its own. */
#include "app/trials.h"

#include <stdlib.h>

#include "base/service.h"

struct request {
    struct arena *arena; /* of the question's texts; NULL: there is no request */
    struct trial_question question;
    struct grader_settings settings; /* as they were then: the learner can choose others */
};

struct slot {
    uint64_t asked; /* number of the newest request; 0 none */
    struct request waiting;
    bool has_answer;
    struct trial_answer answer;
};

struct trials {
    const struct app *app;
    struct grader *grader;  /* the thread's; NULL: could not be made again */
    struct service service; /* its lock guards everything below */
    struct slot slots[TRIAL_SLOTS];
    bool is_running;
    enum trial_slot running_slot;
    uint64_t running; /* its request */
};

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_unwanted(void *context)
{
    struct trials *trials = context;
    service_lock(&trials->service);
    bool unwanted = trials->service.closing || trials->slots[trials->running_slot].asked != trials->running;
    service_unlock(&trials->service);
    return unwanted;
}

/* False: the thread must end. */
static bool next_request(struct trials *trials, struct request *out_request)
{
    service_lock(&trials->service);
    trials->is_running = false;
    for (;;) {
        for (int i = 0; !trials->service.closing && !trials->is_running && i < TRIAL_SLOTS; i++) {
            struct slot *slot = &trials->slots[i];
            if (!slot->waiting.arena)
                continue;
            *out_request = slot->waiting;
            slot->waiting = (struct request){0};
            trials->is_running = true;
            trials->running_slot = (enum trial_slot)i;
            trials->running = slot->asked;
        }
        if (trials->service.closing || trials->is_running)
            break;
        service_wait(&trials->service);
    }
    bool goes_on = !trials->service.closing;
    service_unlock(&trials->service);
    return goes_on;
}

static void answer(struct trials *trials, struct trial *trial, const struct error *error)
{
    service_lock(&trials->service);
    struct slot *slot = &trials->slots[trials->running_slot];
    bool is_newest = slot->asked == trials->running && !trials->service.closing;
    if (is_newest) {
        trial_free(slot->answer.trial);
        slot->answer = (struct trial_answer){.trial = trial, .error = *error};
        slot->has_answer = true;
    }
    trials->is_running = false;
    service_unlock(&trials->service);
    if (!is_newest)
        trial_free(trial);
    service_wake_loop(&trials->service);
}

static void *trials_main(void *context)
{
    struct trials *trials = context;
    struct request request = {0};
    while (next_request(trials, &request)) {
        const struct trial_question *question = &request.question;
        struct error error = {0};
        struct trial *trial = NULL;
        struct trial_settings settings = {.curriculum = trials->app->curriculum,
                                          .exercise = question->exercise,
                                          .source = question->source,
                                          .seed = question->seed,
                                          .case_name = question->case_name,
                                          .changes = question->changes,
                                          .models_time = question->models_time,
                                          .cancelled = is_unwanted,
                                          .context = trials};
        if (!grader_renew(&trials->grader, &request.settings, &error) ||
            !trial_run(trials->grader, &settings, &trial, &error))
            trial = NULL;
        answer(trials, trial, &error);
        arena_free(request.arena);
    }
    return NULL;
}

/* --- for the event loop ----------------------------------------------------------------------- */

struct trials *trials_new(const struct app *app, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    struct grader *grader = grader_new(&settings, error);
    if (!grader)
        return NULL;
    struct trials *trials = calloc(1, sizeof *trials);
    if (!trials)
        abort();
    trials->app = app;
    trials->grader = grader;
    if (service_start(&trials->service, "trials", trials_main, trials, error))
        return trials;
    grader_free(grader);
    free(trials);
    return NULL;
}

void trials_free(struct trials *trials)
{
    if (!trials)
        return;
    service_stop(&trials->service);
    for (int i = 0; i < TRIAL_SLOTS; i++) {
        arena_free(trials->slots[i].waiting.arena);
        trial_free(trials->slots[i].answer.trial);
    }
    grader_free(trials->grader);
    free(trials);
}

int trials_descriptor(const struct trials *trials)
{
    return trials->service.descriptor;
}

void trials_ask(struct trials *trials, enum trial_slot slot, const struct trial_question *question)
{
    struct arena *arena = arena_new();
    struct source *source = ARENA_NEW(arena, struct source);
    *source = source_copy(arena, question->source);
    struct trial_question copy = *question;
    copy.source = source;
    copy.case_name = question->case_name ? arena_strdup(arena, question->case_name) : NULL;
    copy.changes = question->changes ? arena_strdup(arena, question->changes) : NULL;
    service_lock(&trials->service);
    struct slot *asked = &trials->slots[slot];
    arena_free(asked->waiting.arena);
    trial_free(asked->answer.trial);
    asked->answer = (struct trial_answer){0};
    asked->has_answer = false;
    asked->waiting = (struct request){arena, copy, app_grader_settings(trials->app)};
    asked->asked++;
    service_signal(&trials->service);
    service_unlock(&trials->service);
}

void trials_cancel(struct trials *trials)
{
    service_lock(&trials->service);
    for (int i = 0; i < TRIAL_SLOTS; i++) {
        arena_free(trials->slots[i].waiting.arena);
        trials->slots[i].waiting = (struct request){0};
        trials->slots[i].asked++;
    }
    service_unlock(&trials->service);
}

bool trials_is_busy(struct trials *trials)
{
    service_lock(&trials->service);
    bool busy = trials->is_running && trials->slots[trials->running_slot].asked == trials->running;
    for (int i = 0; i < TRIAL_SLOTS; i++)
        busy = busy || trials->slots[i].waiting.arena;
    service_unlock(&trials->service);
    return busy;
}

bool trials_poll(struct trials *trials, enum trial_slot slot, struct trial_answer *out_answer)
{
    service_take_wakes(&trials->service);
    service_lock(&trials->service);
    struct slot *polled = &trials->slots[slot];
    bool has_answer = polled->has_answer;
    if (has_answer) {
        *out_answer = polled->answer;
        polled->answer = (struct trial_answer){0};
        polled->has_answer = false;
    }
    service_unlock(&trials->service);
    return has_answer;
}
