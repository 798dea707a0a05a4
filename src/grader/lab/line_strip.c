/* Finds line strips, by stepping from line to line. */
#include "grader/line_strip.h"

#include <stdio.h>
#include <string.h>

enum { SECTOR_BYTES = 32, BANK_BYTES = 4, BANKS = 32, ACCESSES_OF_LINE = 24, KERNELS_MAX = 8 };

void line_strip_units(const struct vgpu_step_request *request, enum lab_strip kind, int out_units[LAB_LANES])
{
    uint64_t lowest = UINT64_MAX;
    for (int lane = 0; lane < LAB_LANES; lane++)
        if (request->mask & 1U << lane && request->addresses[lane] / SECTOR_BYTES < lowest)
            lowest = request->addresses[lane] / SECTOR_BYTES;
    for (int lane = 0; lane < LAB_LANES; lane++) {
        uint64_t address = request->addresses[lane];
        uint64_t unit = kind == LAB_STRIP_BANKS ? address / BANK_BYTES % BANKS : address / SECTOR_BYTES - lowest;
        out_units[lane] = request->mask & 1U << lane ? (int)unit : -1;
    }
}

/* The strips so far. */
struct walk {
    struct grader_stepping *stepping;
    struct line_strip *strips;
    size_t count;
};

static enum lab_strip kind_of(enum vgpu_finding_space space)
{
    return space == VGPU_FINDING_SPACE_GLOBAL   ? LAB_STRIP_SECTORS
           : space == VGPU_FINDING_SPACE_SHARED ? LAB_STRIP_BANKS
                                                : LAB_STRIP_NONE;
}

static void keep_request(struct walk *walk, const struct stepping_request *request)
{
    const struct vgpu_step_request *access = &request->access;
    struct line_strip strip = {.line = access->line,
                               .kind = kind_of(access->space),
                               .is_store = access->access != VGPU_ACCESS_READ,
                               .count = access->sector_count,
                               .least = access->least_sectors};
    if (strip.kind == LAB_STRIP_NONE || !access->mask || strip.line <= 0 || walk->count == LINE_STRIPS_MAX)
        return;
    if (strip.kind == LAB_STRIP_BANKS) {
        strip.count = access->wavefronts;
        strip.least = access->wavefronts - access->conflicts;
    }
    snprintf(strip.buffer, sizeof strip.buffer, "%s", request->buffer);
    for (size_t i = 0; i < walk->count; i++) {
        const struct line_strip *known = &walk->strips[i];
        if (known->line == strip.line && known->kind == strip.kind && known->is_store == strip.is_store &&
            strcmp(known->buffer, strip.buffer) == 0)
            return;
    }
    line_strip_units(access, strip.kind, strip.units);
    walk->strips[walk->count++] = strip;
}

/* False: the launch is over, or it cannot go on. */
static bool go(struct walk *walk, enum vgpu_step_goal goal, uint64_t number)
{
    struct stepping_command command = {.move = STEPPING_RUN, .goal = goal, .number = number};
    return grader_stepping_move(walk->stepping, &command, NULL) && !grader_stepping_look(walk->stepping).view->ended;
}

static bool has_line(const struct walk *walk, int line)
{
    for (size_t i = 0; i < walk->count; i++)
        if (walk->strips[i].line == line)
            return true;
    return false;
}

/* Executes one instruction and keeps its accesses. */
static bool execute(struct walk *walk)
{
    bool goes_on = go(walk, VGPU_STEP_INSTRUCTION, 1);
    const struct stepping_view *view = grader_stepping_look(walk->stepping).view;
    for (uint32_t i = 0; i < view->request_count; i++)
        keep_request(walk, &view->requests[i]);
    return goes_on;
}

/* Whether the next instruction is an access, as in "@%p1 ld.global.f32 %f1, [%rd2];". */
static bool is_at_access(const struct walk *walk)
{
    static const char *const names[] = {"ld.", "st.", "atom.", "red.", "cp.", "ldmatrix."};
    const char *text = grader_stepping_look(walk->stepping).view->instruction;
    if (*text == '@')
        text += strcspn(text, " ") + strspn(text + strcspn(text, " "), " ");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* From where the warp is; if it does not come to the line any more, from the launch's beginning. */
static bool go_to_line(struct walk *walk, const struct stepping_target *target, int line)
{
    return grader_stepping_look(walk->stepping).view->line == line || go(walk, VGPU_STEP_LINE, (uint64_t)line) ||
           (grader_stepping_reopen(walk->stepping, target, NULL) && go(walk, VGPU_STEP_LINE, (uint64_t)line));
}

/* Goes to the line, and keeps the accesses from there up to the first one of another line. */
static void visit_line(struct walk *walk, const struct stepping_target *target, int line)
{
    if (!go_to_line(walk, target, line))
        return;
    for (int i = 0; i < ACCESSES_OF_LINE && (is_at_access(walk) || go(walk, VGPU_STEP_ACCESS, 0)); i++) {
        if (has_line(walk, line) && grader_stepping_look(walk->stepping).view->line != line)
            return;
        if (!execute(walk))
            return;
    }
}

static bool has_accesses(const struct line_counters *line)
{
    return line->line > 0 &&
           line->values[VGPU_COUNTER_GLOBAL_LOAD_SECTORS] + line->values[VGPU_COUNTER_GLOBAL_STORE_SECTORS] +
                   line->values[VGPU_COUNTER_SHARED_LOAD_WAVEFRONTS] +
                   line->values[VGPU_COUNTER_SHARED_STORE_WAVEFRONTS] + line->values[VGPU_COUNTER_ATOMIC_REQUESTS] >
               0;
}

static void visit_kernel(struct walk *walk, const struct kernel_observation *kernel, bool is_open)
{
    struct stepping_target target = {.kernel = kernel->kernel};
    if (!is_open && !grader_stepping_reopen(walk->stepping, &target, NULL))
        return;
    for (size_t i = 0; i < kernel->line_count; i++)
        if (has_accesses(&kernel->lines[i]) && !has_line(walk, kernel->lines[i].line))
            visit_line(walk, &target, kernel->lines[i].line);
}

static void sort_by_line(struct line_strip *strips, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct line_strip strip = strips[i];
        size_t at = i;
        for (; at > 0 && strips[at - 1].line > strip.line; at--)
            strips[at] = strips[at - 1];
        strips[at] = strip;
    }
}

bool line_strips_find(struct grader *grader, const struct stepping_settings *settings,
                      const struct observation *observation, struct arena *arena, struct line_strip **out_strips,
                      size_t *out_count, struct error *error)
{
    struct stepping_settings first = *settings;
    *out_count = 0;
    if (observation->kernel_count == 0)
        return true;
    first.target = (struct stepping_target){.kernel = observation->kernels[0].kernel};
    CLEANUP(grader_stepping_close) struct grader_stepping *stepping = grader_stepping_open(grader, &first, error);
    if (!stepping)
        return false;
    struct walk walk = {.stepping = stepping, .strips = ARENA_ARRAY(arena, LINE_STRIPS_MAX, struct line_strip)};
    for (size_t i = 0; i < observation->kernel_count && i < KERNELS_MAX; i++)
        visit_kernel(&walk, &observation->kernels[i], i == 0);
    sort_by_line(walk.strips, walk.count);
    *out_strips = walk.strips;
    *out_count = walk.count;
    return true;
}
