/*
 * Findings: the mistakes that the checks of the virtual GPU found in a launch.
 *
 * One finding names one access or operation of one thread. Where there are two parties, it also
 * names the other. Findings of the same kind in the same line against the same buffer are folded
 * into the first. First means canonical order: device, block, warp, instruction, lane. `count` is
 * their number.
 */
#ifndef VGPU_FINDING_H
#define VGPU_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vgpu_check { /* bits, also what vgpu_options.checks takes */
                  VGPU_CHECK_NONE = 0,
                  VGPU_CHECK_MEMORY = 1 << 0,
                  VGPU_CHECK_INITIALISED = 1 << 1,
                  VGPU_CHECK_RACE = 1 << 2,
                  VGPU_CHECK_SYNCHRONISATION = 1 << 3,
                  VGPU_CHECK_ALL = 15,
                  VGPU_COUNT = 1 << 4,       /* counters per line */
                  VGPU_COUNT_CACHE = 1 << 5, /* and the cache model */
};

enum vgpu_severity { VGPU_SEVERITY_NOTE, VGPU_SEVERITY_ERROR };

enum vgpu_finding_kind {
#define FINDING(id, name, check, severity, text) VGPU_FINDING_##id,
#include "vgpu/findings.def"
    VGPU_FINDING_KIND_COUNT
};

struct vgpu_finding_description {
    const char *name;
    enum vgpu_check check;
    enum vgpu_severity severity;
    const char *text;
};

const struct vgpu_finding_description *vgpu_finding_describe(enum vgpu_finding_kind kind);
bool vgpu_finding_find(const char *name, enum vgpu_finding_kind *out_kind);

/* Whether the kind is of another order of blocks and warps (vgpu/order.h). */
bool vgpu_finding_is_of_order(enum vgpu_finding_kind kind);

enum vgpu_access { VGPU_ACCESS_NONE, VGPU_ACCESS_READ, VGPU_ACCESS_WRITE, VGPU_ACCESS_ATOMIC };
enum vgpu_finding_space {
    VGPU_FINDING_SPACE_NONE,
    VGPU_FINDING_SPACE_GLOBAL,
    VGPU_FINDING_SPACE_SHARED,
    VGPU_FINDING_SPACE_LOCAL,
    VGPU_FINDING_SPACE_CONSTANT,
    VGPU_FINDING_SPACE_PARAMETER,
    VGPU_FINDING_SPACE_REGISTER,
};
const char *vgpu_access_name(enum vgpu_access access);
const char *vgpu_finding_space_name(enum vgpu_finding_space space);

/* A thread at an instruction. */
struct vgpu_party {
    uint32_t block[3], thread[3];
    int line;     /* of the learner's source, of its plan for a transfer; 0 unknown */
    int ptx_line; /* of the PTX text; 0: no such party, or a transfer if `kernel` is given */
    enum vgpu_access access;
    bool is_copying; /* by an asynchronous copy that was not waited for */
    int device;
    int plan_line;      /* of the statement of that other launch or transfer; 0 unknown */
    const char *kernel; /* of another launch or transfer; NULL: of the same launch */
};

/* Strings live as long as the report that holds the finding. */
struct vgpu_finding {
    enum vgpu_check check;
    enum vgpu_finding_kind kind;
    enum vgpu_severity severity;
    int line;                /* of the learner's source, 0 unknown */
    int ptx_line;            /* of the PTX text */
    int plan_line;           /* of the statement that launches or copies; 0 unknown */
    const char *file;        /* as .file named it, "" unknown */
    const char *instruction; /* text of the PTX instruction */
    const char *kernel;
    uint32_t block[3], thread[3];
    uint32_t lane, warp;
    int device;

    enum vgpu_access access;
    enum vgpu_finding_space space;
    uint64_t address;    /* as the instruction had it */
    uint32_t size_bytes; /* of the access, 0: no memory involved */
    const char *buffer;  /* the variable or buffer hit, or the nearest; "" none */
    const char *inside;  /* the shared variable that it hit instead of that one; NULL: none */
    uint64_t buffer_bytes;
    int64_t offset_bytes;   /* address - start of that buffer */
    int64_t distance_bytes; /* 0 inside; > 0: bytes after its end; < 0: bytes before its start */
    int64_t element;        /* offset / size of the accessed type; -1 unknown */

    struct vgpu_party other; /* ptx_line 0: none */
    const char *use;         /* while it is made: the end of the message; else NULL */
    uint64_t count;          /* how many times, this one included */
    const char *message;     /* one sentence; while it is made, a told one (base/told.h) */
    const char *said;        /* the message as a told sentence, to be translated; NULL: unknown */
};

/*
 * How far the access reaches beyond the end of its buffer, 0 if it does not. It is right for every
 * offset.
 */
uint64_t vgpu_finding_bytes_past(const struct vgpu_finding *finding);

/* How far before the start of its buffer the access begins, 0 if it does not. */
uint64_t vgpu_finding_bytes_before(const struct vgpu_finding *finding);

#endif
