/*
 * What the attempts on an exercise reached, read from their recorded verdicts: times, limits, counters, registers, and
 * where each lies under the roofline. Nothing is graded again.
 */
#ifndef APP_STANDINGS_H
#define APP_STANDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/trial.h"

/* What is read of one verdict. A point of the roofline has both `intensity` and `flops_per_second`, else both are 0. */
struct standing {
    int64_t attempt; /* 0: not recorded */
    enum verdict_status status;
    const char *device, *architecture;
    const char *product; /* the GPU that was timed, or is modelled; "" untimed */
    bool is_timed, is_modelled;
    double microseconds, interval;
    double ratio_to_solution;  /* solution's time / this one's; 0 unknown */
    double ratio_to_reference; /* so for the reference */
    double roofline_percent;
    double bytes_per_second; /* of the bytes that the exercise declares */
    double flops_per_second;
    double intensity;       /* operations / byte of DRAM: as counted, else as the exercise declares */
    double least_intensity; /* as the exercise declares: where a kernel that moves no byte too many lies */
    bool is_counted;        /* intensity: by the cache model's DRAM bytes of the gate case */
    enum medal medal;
    const char *limiter, *message;
    uint32_t registers, spill_bytes, shared_bytes; /* of the kernel that has most; spills of all */
    uint64_t counters[VGPU_COUNTER_COUNT];         /* of the gate case; all 0 where it was not reached */
};

/* Registers and counters of a kernel that was tried on the gate case. */
void standing_add_trial(struct standing *standing, const struct trial *trial);

enum { STANDINGS_MAX = 32 };

struct standings {
    struct standing items[STANDINGS_MAX]; /* newest first */
    size_t count;
    size_t unread; /* attempts whose verdict cannot be read */
};

/* Texts are copied to `arena`. */
struct standing standing_of(const struct verdict *verdict, int64_t attempt, struct arena *arena);

/* The newest attempts on `exercise`. */
bool standings_read(struct app *app, const struct exercise *exercise, struct arena *arena,
                    struct standings *out_standings, struct error *error);

/* One attempt; NOT_FOUND, or STORE where its verdict cannot be read. */
bool standings_read_one(struct app *app, int64_t attempt, struct arena *arena, struct standing *out_standing,
                        struct error *error);

/* What a GPU reaches: as it was measured here, else by its datasheet. */
struct roof {
    const char *product;
    double bytes_per_second, flops;
    bool is_measured;
};

/* For a measured time the GPU that it was measured on, else the architecture that is modelled. False: not known. */
bool standings_roof(struct app *app, const struct standing *standing, struct roof *out_roof);

#endif
