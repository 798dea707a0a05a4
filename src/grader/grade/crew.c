/* Workers that judge, each with a grader. */
#include "grader/crew.h"

#include <pthread.h>

#include "base/jobs.h"

struct shift {
    const struct crew *crew;
    int jobs;

    pthread_mutex_t lock; /* guards everything below */
    uint64_t next;        /* the first unit that no worker has taken */
    struct error failure; /* of a worker without a grader */
};

static bool take_unit(struct shift *shift, uint64_t *out_unit)
{
    pthread_mutex_lock(&shift->lock);
    bool taken = shift->next < shift->crew->units;
    *out_unit = shift->next;
    shift->next += taken;
    pthread_mutex_unlock(&shift->lock);
    return taken;
}

/* The processors are shared by the workers. */
static int threads_of(int jobs)
{
    int threads = jobs_processors() / jobs;
    return threads > 1 ? threads : 1;
}

/* The grader's children end with the thread that started them, which is this one. */
static void *work(void *context)
{
    struct shift *shift = context;
    const struct crew *crew = shift->crew;
    struct grader_settings settings = crew->settings;
    struct error failure = {0};
    settings.threads = settings.threads ? settings.threads : threads_of(shift->jobs);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, &failure);
    if (!grader) {
        pthread_mutex_lock(&shift->lock);
        shift->failure = failure;
        pthread_mutex_unlock(&shift->lock);
        return NULL;
    }
    for (uint64_t unit; take_unit(shift, &unit);)
        crew->judge(crew->context, grader, unit);
    return NULL;
}

bool crew_work(const struct crew *crew, struct error *error)
{
    if (crew->units == 0)
        return true;
    int jobs = jobs_count(crew->jobs);
    struct shift shift = {.crew = crew, .jobs = (uint64_t)jobs < crew->units ? jobs : (int)crew->units};
    pthread_mutex_init(&shift.lock, NULL);
    jobs_run(shift.jobs, work, &shift);
    pthread_mutex_destroy(&shift.lock);
    if (shift.next == crew->units)
        return true; /* the workers that had a grader did it all */
    *error = shift.failure;
    return false;
}
