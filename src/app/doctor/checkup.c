/* Runs the doctor in a thread of its own. */
#include "app/checkup.h"

#include <stdlib.h>

#include "base/service.h"

enum { RESULTS_MAX = 32 };

struct checkup {
    struct app app;         /* as it was at the beginning */
    struct service service; /* its lock guards everything below */
    struct doctor_result results[RESULTS_MAX];
    size_t count;
};

static void post(struct checkup *checkup, const struct doctor_result *result)
{
    service_lock(&checkup->service);
    checkup->results[checkup->count++] = *result;
    service_unlock(&checkup->service);
    service_wake_loop(&checkup->service);
}

static void *checkup_main(void *context)
{
    struct checkup *checkup = context;
    CLEANUP(doctor_free) struct doctor *doctor = doctor_new(&checkup->app);
    for (size_t i = 0; doctor && i < doctor_check_count() && i < RESULTS_MAX && !service_is_closing(&checkup->service);
         i++) {
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
    checkup->app = *app;
    if (service_start(&checkup->service, "the doctor", checkup_main, checkup, NULL))
        return checkup;
    free(checkup);
    return NULL;
}

void checkup_free(struct checkup *checkup)
{
    if (!checkup)
        return;
    service_stop(&checkup->service);
    free(checkup);
}

int checkup_descriptor(const struct checkup *checkup)
{
    return checkup->service.descriptor;
}

size_t checkup_result_count(struct checkup *checkup)
{
    service_take_wakes(&checkup->service);
    service_lock(&checkup->service);
    size_t count = checkup->count;
    service_unlock(&checkup->service);
    return count;
}

void checkup_result(struct checkup *checkup, size_t index, struct doctor_result *out_result)
{
    service_lock(&checkup->service);
    *out_result = checkup->results[index];
    service_unlock(&checkup->service);
}
