/* Runs the doctor in a thread of its own. */
#include "app/checkup.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { RESULTS_MAX = 32 };

struct checkup {
    struct app *app;
    pthread_t thread;
    int descriptor;
    atomic_bool closing;
    pthread_mutex_t lock; /* guards all members below */
    struct doctor_result results[RESULTS_MAX];
    size_t count;
};

static void post(struct checkup *checkup, const struct doctor_result *result)
{
    uint64_t one = 1;
    pthread_mutex_lock(&checkup->lock);
    checkup->results[checkup->count++] = *result;
    pthread_mutex_unlock(&checkup->lock);
    while (write(checkup->descriptor, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

static void *checkup_main(void *context)
{
    struct checkup *checkup = context;
    CLEANUP(doctor_free) struct doctor *doctor = doctor_new(checkup->app);
    for (size_t i = 0; doctor && i < doctor_check_count() && i < RESULTS_MAX && !atomic_load(&checkup->closing); i++) {
        struct doctor_result result;
        doctor_check(doctor, i, &result);
        post(checkup, &result);
    }
    return NULL;
}

struct checkup *checkup_new(struct app *app)
{
    struct checkup *checkup = calloc(1, sizeof *checkup);
    if (!checkup)
        return NULL;
    checkup->app = app;
    checkup->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&checkup->lock, NULL);
    if (checkup->descriptor < 0 || pthread_create(&checkup->thread, NULL, checkup_main, checkup) != 0) {
        if (checkup->descriptor >= 0)
            close(checkup->descriptor);
        pthread_mutex_destroy(&checkup->lock);
        free(checkup);
        return NULL;
    }
    return checkup;
}

void checkup_free(struct checkup *checkup)
{
    if (!checkup)
        return;
    atomic_store(&checkup->closing, true);
    pthread_join(checkup->thread, NULL);
    close(checkup->descriptor);
    pthread_mutex_destroy(&checkup->lock);
    free(checkup);
}

int checkup_descriptor(const struct checkup *checkup)
{
    return checkup->descriptor;
}

size_t checkup_result_count(struct checkup *checkup)
{
    uint64_t ignored;
    while (read(checkup->descriptor, &ignored, sizeof ignored) > 0)
        continue;
    pthread_mutex_lock(&checkup->lock);
    size_t count = checkup->count;
    pthread_mutex_unlock(&checkup->lock);
    return count;
}

void checkup_result(struct checkup *checkup, size_t index, struct doctor_result *out_result)
{
    pthread_mutex_lock(&checkup->lock);
    *out_result = checkup->results[index];
    pthread_mutex_unlock(&checkup->lock);
}
