/* Counts and starts jobs. */
#include "base/jobs.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <unistd.h>

/* Two compilers and a device in use. Measured: less than half of this. */
#define JOB_MEMORY_BYTES (UINT64_C(1) << 30)

int jobs_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return CPU_COUNT(&allowed);
    long count = sysconf(_SC_NPROCESSORS_ONLN); /* of a machine with more processors than the set holds */
    return count > 0 ? (int)count : 1;
}

int jobs_count(int wanted)
{
    uint64_t memory_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    int most = wanted ? wanted : jobs_processors();
    if (!wanted && memory_bytes / JOB_MEMORY_BYTES < (uint64_t)most)
        most = (int)(memory_bytes / JOB_MEMORY_BYTES);
    return most < 1 ? 1 : most > JOBS_MAX ? JOBS_MAX : most;
}

void jobs_run(int jobs, void *(*work)(void *context), void *context)
{
    pthread_t threads[JOBS_MAX];
    int started = 0;
    while (started < jobs - 1 && started < JOBS_MAX && !pthread_create(&threads[started], NULL, work, context))
        started++;
    work(context);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
