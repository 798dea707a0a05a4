/*
 * The results of attempts on an exercise, from their recorded verdicts. They are times, limits,
 * counters, registers, and the place below the roofline. Nothing is graded again.
 */
#ifndef APP_STANDINGS_H
#define APP_STANDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/trial.h"

/*
 * The figures of one verdict. A point of the roofline has both `intensity` and `flops_per_second`,
 * else both are 0.
 */
struct standing {
    int64_t attempt; /* 0: not recorded */
    int number;      /* of the attempt on its exercise, from 1; 0: not recorded */
    enum verdict_status status;
    const char *words; /* the status in words: "gate not met" */
    const char *architecture;
    const char *product; /* the timed or modelled GPU; "" untimed */
    const char *gpu;     /* the same in words: "H100 over PCIe" */
    bool is_timed, is_modelled;
    double microseconds;
    double ratio_to_solution;  /* solution's time / this one's; 0 unknown */
    double ratio_to_best;      /* the same for the best kernel */
    double ratio_to_reference; /* the same for the reference */
    double roofline_percent;
    double bytes_per_second; /* of the bytes that the exercise declares */
    double flops_per_second;
    double intensity;       /* operations / byte of DRAM: counted, else declared by the exercise */
    double least_intensity; /* as declared: the intensity of a kernel that moves no byte too many */
    bool is_counted;        /* intensity: by the cache model's DRAM bytes of the gate case */
    enum medal medal;
    const char *limiter, *message;
    uint32_t registers, spill_bytes, shared_bytes; /* of the kernel with the most; spills of all */
    /* of the gate case; all 0 if it was not reached */
    uint64_t counters[VGPU_COUNTER_COUNT];
};

/* Whether both have times, on the same GPU. Modelled and measured times do not compare. */
bool standing_shares_gpu(const struct standing *one, const struct standing *other);

/* Adds registers and counters of a trial on the gate case. */
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

/* The index of the fastest pass on the GPU of the newest time; `count`: there is none. */
size_t standings_fastest(const struct standings *standings);

/* One attempt. NOT_FOUND, or STORE if its verdict cannot be read. */
bool standings_read_one(struct app *app, int64_t attempt, struct arena *arena, struct standing *out_standing,
                        struct error *error);

/* The limits of a GPU: measured on this machine, else from its datasheet. */
struct roof {
    const char *product;
    double bytes_per_second, flops;
    bool is_measured;
};

/*
 * For a measured time, the measured GPU; else the modelled architecture. `exercise` decides whose
 * arithmetic limits, as in its verdicts. False: unknown.
 */
bool standings_roof(struct app *app, const struct exercise *exercise, const struct standing *standing,
                    struct roof *out_roof);

/*
 * Tables that grow through the course: an exercise names its table, and each table has a row for
 * each of its exercises. A row is the learner's best modelled time beside those of the course's
 * kernels.
 */
struct standings_row {
    const struct exercise *exercise;
    bool is_open;                     /* not locked */
    bool is_tried;                    /* `best` is a pass with a time for the chosen GPU */
    struct standing best;             /* the fastest of the newest attempts */
    double solution_us, reference_us; /* shipped; 0: unknown */
};

/* A time of lessons/measured.json to hold beside a table: it was measured on an H100. */
struct standings_beside {
    const char *words; /* English; gettext translates it */
    double microseconds;
};

enum { STANDINGS_TABLES_MAX = 8, STANDINGS_BESIDE_MAX = 4 };

struct standings_table {
    const char *id;    /* as the exercises name it */
    const char *title; /* English; gettext translates it */
    struct standings_row *rows;
    size_t count;
    struct standings_beside beside[STANDINGS_BESIDE_MAX];
    size_t beside_count;
};

struct standings_tables {
    struct standings_table items[STANDINGS_TABLES_MAX]; /* in the order of the course */
    size_t count;
    const char *gpu; /* that the times are modelled for: "H100" */
};

/* Lives in `arena`. */
bool standings_read_tables(struct app *app, struct arena *arena, struct standings_tables *out_tables,
                           struct error *error);

#endif
