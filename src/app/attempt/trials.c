/* Runs trials in a thread of its own. */
#include "app/trials.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct slot {
    uint64_t asked;      /* number of the newest question; 0 none */
    struct arena *arena; /* of the waiting question; NULL: none */
    struct trial_question question;
    bool has_answer;
    struct trial_answer answer;
};

struct trials {
    const struct app *app;
    struct grader *grader; /* the thread's */
    pthread_t thread;
    int descriptor;

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t wanted;
    bool closing;
    struct slot slots[TRIAL_SLOTS];
    bool is_running;
    enum trial_slot running_slot;
    uint64_t running; /* its question */
};

/* --- the thread ------------------------------------------------------------------------------- */

static bool is_unwanted(void *context)
{
    struct trials *trials = context;
    pthread_mutex_lock(&trials->lock);
    bool unwanted = trials->closing || trials->slots[trials->running_slot].asked != trials->running;
    pthread_mutex_unlock(&trials->lock);
    return unwanted;
}

/* False: the thread must end. */
static bool next_question(struct trials *trials, struct arena **out_arena, struct trial_question *out_question)
{
    pthread_mutex_lock(&trials->lock);
    trials->is_running = false;
    for (;;) {
        for (int i = 0; !trials->closing && !trials->is_running && i < TRIAL_SLOTS; i++) {
            struct slot *slot = &trials->slots[i];
            if (!slot->arena)
                continue;
            *out_arena = slot->arena;
            *out_question = slot->question;
            slot->arena = NULL;
            trials->is_running = true;
            trials->running_slot = (enum trial_slot)i;
            trials->running = slot->asked;
        }
        if (trials->closing || trials->is_running)
            break;
        pthread_cond_wait(&trials->wanted, &trials->lock);
    }
    bool goes_on = !trials->closing;
    pthread_mutex_unlock(&trials->lock);
    return goes_on;
}

static void answer(struct trials *trials, struct trial *trial, const struct error *error)
{
    uint64_t one = 1;
    pthread_mutex_lock(&trials->lock);
    struct slot *slot = &trials->slots[trials->running_slot];
    bool is_newest = slot->asked == trials->running && !trials->closing;
    if (is_newest) {
        trial_free(slot->answer.trial);
        slot->answer = (struct trial_answer){.trial = trial, .error = *error};
        slot->has_answer = true;
    }
    trials->is_running = false;
    pthread_mutex_unlock(&trials->lock);
    if (!is_newest)
        trial_free(trial);
    while (write(trials->descriptor, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

static void *trials_main(void *context)
{
    struct trials *trials = context;
    struct arena *arena;
    struct trial_question question = {0};
    while (next_question(trials, &arena, &question)) {
        struct error error = {0};
        struct trial *trial = NULL;
        struct trial_settings settings = {.curriculum = trials->app->curriculum,
                                          .exercise = question.exercise,
                                          .source = question.source,
                                          .seed = question.seed,
                                          .case_name = question.case_name,
                                          .changes = question.changes,
                                          .models_time = question.models_time,
                                          .cancelled = is_unwanted,
                                          .context = trials};
        if (!trial_run(trials->grader, &settings, &trial, &error))
            trial = NULL;
        answer(trials, trial, &error);
        arena_free(arena);
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
    pthread_mutex_init(&trials->lock, NULL);
    pthread_cond_init(&trials->wanted, NULL);
    trials->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (trials->descriptor >= 0 && pthread_create(&trials->thread, NULL, trials_main, trials) == 0)
        return trials;
    error_set_errno(error, "the thread of trials could not be started");
    if (trials->descriptor >= 0)
        close(trials->descriptor);
    grader_free(grader);
    free(trials);
    return NULL;
}

void trials_free(struct trials *trials)
{
    if (!trials)
        return;
    pthread_mutex_lock(&trials->lock);
    trials->closing = true;
    pthread_cond_signal(&trials->wanted);
    pthread_mutex_unlock(&trials->lock);
    pthread_join(trials->thread, NULL);
    for (int i = 0; i < TRIAL_SLOTS; i++) {
        arena_free(trials->slots[i].arena);
        trial_free(trials->slots[i].answer.trial);
    }
    grader_free(trials->grader);
    close(trials->descriptor);
    pthread_cond_destroy(&trials->wanted);
    pthread_mutex_destroy(&trials->lock);
    free(trials);
}

int trials_descriptor(const struct trials *trials)
{
    return trials->descriptor;
}

void trials_ask(struct trials *trials, enum trial_slot slot, const struct trial_question *question)
{
    struct arena *arena = arena_new();
    struct source *source = ARENA_NEW(arena, struct source);
    *source = (struct source){.name = arena_strdup(arena, question->source->name),
                              .text = arena_strndup(arena, question->source->text, question->source->size_bytes),
                              .size_bytes = question->source->size_bytes};
    struct trial_question copy = *question;
    copy.source = source;
    copy.case_name = question->case_name ? arena_strdup(arena, question->case_name) : NULL;
    copy.changes = question->changes ? arena_strdup(arena, question->changes) : NULL;
    pthread_mutex_lock(&trials->lock);
    struct slot *asked = &trials->slots[slot];
    arena_free(asked->arena);
    trial_free(asked->answer.trial);
    asked->answer = (struct trial_answer){0};
    asked->has_answer = false;
    asked->arena = arena;
    asked->question = copy;
    asked->asked++;
    pthread_cond_signal(&trials->wanted);
    pthread_mutex_unlock(&trials->lock);
}

void trials_cancel(struct trials *trials)
{
    pthread_mutex_lock(&trials->lock);
    for (int i = 0; i < TRIAL_SLOTS; i++) {
        arena_free(trials->slots[i].arena);
        trials->slots[i].arena = NULL;
        trials->slots[i].asked++;
    }
    pthread_mutex_unlock(&trials->lock);
}

bool trials_is_busy(struct trials *trials)
{
    pthread_mutex_lock(&trials->lock);
    bool busy = trials->is_running && trials->slots[trials->running_slot].asked == trials->running;
    for (int i = 0; i < TRIAL_SLOTS; i++)
        busy = busy || trials->slots[i].arena;
    pthread_mutex_unlock(&trials->lock);
    return busy;
}

bool trials_poll(struct trials *trials, enum trial_slot slot, struct trial_answer *out_answer)
{
    uint64_t ignored;
    pthread_mutex_lock(&trials->lock);
    while (read(trials->descriptor, &ignored, sizeof ignored) > 0)
        continue;
    struct slot *polled = &trials->slots[slot];
    bool has_answer = polled->has_answer;
    if (has_answer)
        *out_answer = polled->answer;
    if (has_answer)
        polled->answer = (struct trial_answer){0};
    polled->has_answer = false;
    pthread_mutex_unlock(&trials->lock);
    return has_answer;
}
