/* Work side by side: how many jobs this machine takes, and threads for them. */
#ifndef BASE_JOBS_H
#define BASE_JOBS_H

enum { JOBS_MAX = 256 };

int jobs_processors(void); /* that this process may use: at least 1 */

/* `wanted`, or for 0 as many as processors and memory allow. From 1 to JOBS_MAX. */
int jobs_count(int wanted);

/*
 * Calls `work` in that many threads, of which the caller's is one. Where a thread cannot be
 * started, the others do its part. Returns once all are done.
 */
void jobs_run(int jobs, void *(*work)(void *context), void *context);

#endif
