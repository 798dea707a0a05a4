/* Tests stepping a learner's kernel in the device worker, from its file to registers and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader/line_strip.h"
#include "grader_scene.h"

static struct grader_scene scene;

static const char text[] = "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
                           "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
                           "{\n"
                           "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "    if (i < n)\n"
                           "        c[i] = a[i] + b[i];\n"
                           "}\n";

static struct stepping_settings settings_of(const struct source *source, const char *case_name)
{
    return (struct stepping_settings){.curriculum = scene.curriculum,
                                      .exercise = curriculum_find_exercise(scene.curriculum, "vector_add"),
                                      .source = source,
                                      .case_name = case_name};
}

static void move(struct grader_stepping *stepping, enum stepping_move move, enum vgpu_step_goal goal, uint64_t number)
{
    struct error error = {0};
    struct stepping_command command = {.move = move, .goal = goal, .number = number};
    if (!grader_stepping_move(stepping, &command, &error))
        fail_msg("%s", error.message);
}

static const struct stepping_register *find(const struct stepping_sight *sight, uint64_t lane_5)
{
    for (uint32_t i = 0; i < sight->view->register_count; i++)
        if (sight->registers[i].defined && sight->registers[i].values[5] == lane_5)
            return &sight->registers[i];
    return NULL;
}

static void steps_a_case_forwards_and_back(void **state)
{
    (void)state;
    struct error error = {0};
    struct source source = {"vector_add.cu", text, sizeof text - 1};
    struct stepping_settings settings = settings_of(&source, "n=257");
    settings.target.block[0] = 1; /* the last block has one thread in range */
    struct grader_stepping *stepping = grader_stepping_open(scene.grader, &settings, &error);
    if (!stepping)
        fail_msg("%s", error.message);
    struct stepping_sight sight = grader_stepping_look(stepping);
    assert_string_equal(sight.case_name, "n=257");
    assert_string_equal(sight.view->kernel, "vector_add");
    assert_int_equal(sight.view->block[0], 1);
    assert_int_equal(sight.view->warp_count, 8);
    assert_non_null(strstr(sight.ptx, ".entry vector_add"));
    move(stepping, STEPPING_RUN, VGPU_STEP_ACCESS, 0);
    sight = grader_stepping_look(stepping);
    assert_int_equal(sight.view->line, 6);
    assert_int_equal(sight.view->active, 1);
    assert_non_null(find(&sight, 256 + 5));
    uint64_t before = sight.view->position;
    move(stepping, STEPPING_RUN, VGPU_STEP_INSTRUCTION, 1);
    sight = grader_stepping_look(stepping);
    assert_int_equal(sight.view->request_count, 1);
    assert_int_equal(sight.view->requests[0].access.sector_count, 1);
    assert_int_equal(sight.view->requests[0].access.mask, 1);
    assert_int_equal(sight.view->requests[0].access.offset_bytes, 1024);
    move(stepping, STEPPING_BACK, 0, 1);
    assert_int_equal(grader_stepping_look(stepping).view->position, before);
    assert_true(
        grader_stepping_reopen(stepping, &(struct stepping_target){.kernel = "", .thread = {64, 0, 0}}, &error));
    sight = grader_stepping_look(stepping);
    assert_int_equal(sight.view->block[0], 0);
    assert_int_equal(sight.view->warp, 2);
    struct stepping_command wrong = {.move = STEPPING_WATCH, .number = 99};
    assert_false(grader_stepping_move(stepping, &wrong, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    move(stepping, STEPPING_RUN, VGPU_STEP_END, 0);
    assert_true(grader_stepping_look(stepping).view->ended);
    grader_stepping_close(stepping);
}

static void finds_any_launch_of_the_plan(void **state)
{
    (void)state;
    struct error error = {0};
    struct buffer twice CLEANUP(buffer_done) = BUFFER_INIT;
    buffer_printf(&twice, "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n%s", text);
    struct source source = {"vector_add.cu", buffer_text(&twice), twice.size_bytes};
    struct stepping_settings settings = settings_of(&source, "n=257");
    settings.target.launch = 1;
    struct grader_stepping *stepping = grader_stepping_open(scene.grader, &settings, &error);
    if (!stepping)
        fail_msg("%s", error.message);
    struct stepping_sight sight = grader_stepping_look(stepping);
    assert_int_equal(sight.view->launch, 1);
    assert_int_equal(sight.view->device_count, 1);
    struct stepping_target behind = {.kernel = "", .launch = 2}, first = {.kernel = "vector_add"};
    assert_false(grader_stepping_reopen(stepping, &behind, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_non_null(strstr(error.message, "2 launches"));
    assert_true(grader_stepping_reopen(stepping, &first, &error));
    assert_int_equal(grader_stepping_look(stepping).view->launch, 0);
    grader_stepping_close(stepping);
}

/* The store through the tile has a stride of 8 floats, its load one of 2 words. */
static const char strided_text[] =
    "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    __shared__ float tile[512];\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    tile[threadIdx.x * 2] = i < n ? a[i] : 0;\n"
    "    __syncthreads();\n"
    "    if (i < n)\n"
    "        c[(int)(i * 8ll % n)] = tile[threadIdx.x * 2] + b[i];\n"
    "}\n";

static const struct line_strip *strip_of(const struct line_strip *strips, size_t count, int line, const char *buffer,
                                         bool is_store)
{
    for (size_t i = 0; i < count; i++)
        if (strips[i].line == line && strips[i].is_store == is_store && strcmp(strips[i].buffer, buffer) == 0)
            return &strips[i];
    fail_msg("line %d has no strip of %s", line, buffer);
    return NULL;
}

static size_t find_strips(const char *kernel, struct verdict **out_verdict, struct line_strip **out_strips)
{
    struct error error = {0};
    struct source source = {"vector_add.cu", kernel, strlen(kernel)};
    struct stepping_settings settings = settings_of(&source, NULL);
    struct grade_request request = {.curriculum = scene.curriculum,
                                    .exercise = settings.exercise,
                                    .source = &source,
                                    .device = "virtual",
                                    .seed = 1};
    size_t count;
    assert_true(grader_grade(scene.grader, &request, out_verdict, &error));
    if (!line_strips_find(scene.grader, &settings, (*out_verdict)->observation, (*out_verdict)->arena, out_strips,
                          &count, &error))
        fail_msg("%s", error.message);
    return count;
}

static void finds_the_strip_of_every_line(void **state)
{
    (void)state;
    struct verdict *verdict CLEANUP(verdict_free) = NULL;
    struct line_strip *strips;
    size_t count = find_strips(strided_text, &verdict, &strips);
    const struct line_strip *load = strip_of(strips, count, 6, "a", false);
    assert_int_equal(load->kind, LAB_STRIP_SECTORS);
    assert_int_equal(load->units[8], 1);
    assert_int_equal(load->count, 4);
    const struct line_strip *store = strip_of(strips, count, 9, "c", true);
    assert_int_equal(store->units[31], 31);
    assert_int_equal(store->count, 32);
    assert_int_equal(store->least, 4);
    const struct line_strip *tile = strip_of(strips, count, 9, "tile", false);
    assert_int_equal(tile->kind, LAB_STRIP_BANKS);
    assert_int_equal(tile->units[16], 0);
    assert_int_equal(tile->count, 2);
    assert_int_equal(tile->least, 1);
    for (size_t i = 1; i < count; i++)
        assert_true(strips[i - 1].line <= strips[i].line);
}

/* The loads of one line can follow each other without an instruction between. */
static void finds_every_access_of_a_line(void **state)
{
    (void)state;
    struct verdict *verdict CLEANUP(verdict_free) = NULL;
    struct line_strip *strips;
    size_t count = find_strips(text, &verdict, &strips);
    assert_int_equal(strip_of(strips, count, 6, "a", false)->count, 4);
    assert_int_equal(strip_of(strips, count, 6, "b", false)->count, 4);
    assert_int_equal(strip_of(strips, count, 6, "c", true)->count, 4);
}

/* --- variables -------------------------------------------------------------------------------- */

static struct grader_stepping *open_variables(const struct source *source, const char *case_name)
{
    struct error error = {0};
    struct stepping_settings settings = settings_of(source, case_name);
    settings.shows_variables = true;
    struct grader_stepping *stepping = grader_stepping_open(scene.grader, &settings, &error);
    if (!stepping)
        fail_msg("%s", error.message);
    assert_true(grader_stepping_look(stepping).view->is_unoptimised);
    assert_string_equal(grader_stepping_look(stepping).view->why, "");
    return stepping;
}

/* NULL: it is not in scope. */
static const struct stepping_variable *variable(const struct grader_stepping *stepping, const char *name)
{
    struct stepping_sight sight = grader_stepping_look(stepping);
    for (uint32_t i = 0; i < sight.view->variable_count; i++)
        if (strcmp(sight.variables[i].name, name) == 0 && sight.variables[i].depth == 0)
            return &sight.variables[i];
    return NULL;
}

static const struct stepping_register *register_of(const struct grader_stepping *stepping, const char *name)
{
    struct stepping_sight sight = grader_stepping_look(stepping);
    for (uint32_t i = 0; i < sight.view->register_count; i++)
        if (strcmp(sight.registers[i].name, name) == 0)
            return &sight.registers[i];
    return NULL;
}

/* The register beside a variable holds the variable's value. */
static void is_held(const struct grader_stepping *stepping, const char *name)
{
    const struct stepping_variable *shown = variable(stepping, name);
    assert_int_equal(shown->held_in[0], '%');
    const struct stepping_register *holder = register_of(stepping, shown->held_in);
    assert_non_null(holder);
    for (uint32_t lane = 0; lane < VGPU_STEP_LANES; lane++)
        assert_int_equal((uint32_t)shown->values[lane], (uint32_t)holder->values[lane]);
}

static void to_line(struct grader_stepping *stepping, uint64_t line)
{
    move(stepping, STEPPING_RUN, VGPU_STEP_LINE, line);
    assert_int_equal(grader_stepping_look(stepping).view->line, line);
}

static void shows_variables_line_by_line(void **state)
{
    (void)state;
    static const char kernel[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "__device__ __noinline__ float sum(const float &x, float y)\n" /* 2 */
        "{\n"
        "    float s = x + y;\n"
        "    return s;\n"
        "}\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    __shared__ int tile[8][32];\n" /* 9 */
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    unsigned char small = 250 + i;\n"
        "    int pair[2] = {i, -i};\n"
        "    tile[threadIdx.x / 32][threadIdx.x % 32] = pair[1];\n" /* 13 */
        "    if (i < n) {\n"
        "        float left = a[i];\n"
        "        const float *from = b + i;\n"
        "        c[i] = sum(left, *from) + (tile[0][0] + small) * 0;\n" /* 17 */
        "    }\n"
        "}\n";
    struct source source = {"vector_add.cu", kernel, sizeof kernel - 1};
    struct grader_stepping *stepping = open_variables(&source, "n=257");
    to_line(stepping, 10);
    assert_int_equal(variable(stepping, "i")->defined, 0);
    assert_int_equal(variable(stepping, "n")->defined, UINT32_MAX);
    assert_int_equal(variable(stepping, "n")->values[31], 257);
    assert_true(variable(stepping, "n")->is_parameter);
    assert_null(variable(stepping, "left")); /* of an inner block */
    move(stepping, STEPPING_RUN, VGPU_STEP_NEXT_LINE, 0);
    assert_int_equal(grader_stepping_look(stepping).view->line, 11);
    assert_int_equal(variable(stepping, "i")->defined, UINT32_MAX);
    assert_int_equal(variable(stepping, "i")->values[7], 7);
    is_held(stepping, "i");
    is_held(stepping, "n");
    to_line(stepping, 14);
    assert_int_equal(variable(stepping, "small")->values[0], 250);
    assert_int_equal(variable(stepping, "small")->values[6], 0); /* a byte wraps */
    const struct stepping_variable *pair = variable(stepping, "pair");
    assert_int_equal(pair->kind, STEPPING_GROUP);
    assert_string_equal(pair->held_in, ""); /* in memory */
    assert_string_equal(pair[2].name, "[1]");
    assert_int_equal(pair[2].depth, 1);
    assert_int_equal((int64_t)pair[2].values[5], -5);
    const struct stepping_variable *tile = variable(stepping, "tile");
    assert_true(tile->is_shared);
    assert_string_equal(tile->type, "int[8][32]");
    assert_string_equal(tile->elements, "[0][0..31]"); /* where the warp wrote */
    assert_int_equal((int64_t)tile->values[3], -3);
    to_line(stepping, 17);
    const struct stepping_variable *from = variable(stepping, "from");
    assert_int_equal(from->kind, STEPPING_POINTER);
    assert_string_equal(from->buffer, "b");
    assert_int_equal(from->element_bytes, 4);
    assert_int_equal(from->values[9] - from->start, 36);
    uint64_t left = variable(stepping, "left")->values[2];
    to_line(stepping, 4); /* into the function */
    assert_int_equal(variable(stepping, "s")->place, STEPPING_NOT_YET);
    assert_int_equal(variable(stepping, "x")->values[2], left); /* a reference stands for its target */
    assert_string_equal(variable(stepping, "x")->held_in, "");
    is_held(stepping, "y");
    assert_null(variable(stepping, "i"));
    move(stepping, STEPPING_BACK_LINE, 0, 0);
    assert_int_equal(grader_stepping_look(stepping).view->line, 17);
    move(stepping, STEPPING_BACK_LINE, 0, 0);
    assert_int_equal(grader_stepping_look(stepping).view->line, 16);
    assert_int_equal(variable(stepping, "from")->defined, 0);
    move(stepping, STEPPING_RUN, VGPU_STEP_NEXT_LINE, 1);
    move(stepping, STEPPING_RUN, VGPU_STEP_NEXT_LINE, 1); /* over the function */
    assert_int_equal(grader_stepping_look(stepping).view->line, 19);
    assert_null(variable(stepping, "from"));
    grader_stepping_close(stepping);
}

/* The warp's own row of a shared array, and a value that was never set. */
static void shows_what_was_not_set(void **state)
{
    (void)state;
    static const char kernel[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    __shared__ float tile[256];\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    float sum;\n"
        "    if (i % 2 == 0)\n"
        "        sum = 1.0f;\n"
        "    tile[threadIdx.x] = sum;\n" /* 9 */
        "    if (i < n)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    struct source source = {"vector_add.cu", kernel, sizeof kernel - 1};
    struct grader_stepping *stepping = open_variables(&source, "n=257");
    move(stepping, STEPPING_WATCH, 0, 2);
    to_line(stepping, 10);
    const struct stepping_variable *tile = variable(stepping, "tile");
    assert_string_equal(tile->elements, "[64..95]");
    assert_int_equal(tile->defined, 0x55555555);
    grader_stepping_close(stepping);
}

/* The worker still grades the file afterwards. */
static void grades_afterwards(void **state)
{
    (void)state;
    struct error error = {0};
    struct source source = {"vector_add.cu", text, sizeof text - 1};
    struct grade_request request = {.curriculum = scene.curriculum,
                                    .exercise = curriculum_find_exercise(scene.curriculum, "vector_add"),
                                    .source = &source,
                                    .device = "virtual",
                                    .seed = 1};
    struct verdict *verdict CLEANUP(verdict_free) = NULL;
    assert_true(grader_grade(scene.grader, &request, &verdict, &error));
    assert_int_equal(verdict->right_count, verdict->case_count);
}

static void refuses_what_it_cannot_open(void **state)
{
    (void)state;
    struct error error = {0};
    struct source source = {"vector_add.cu", text, sizeof text - 1}, broken = {"x.cu", text, sizeof text - 5};
    struct stepping_settings settings = settings_of(&source, "n=7");
    assert_null(grader_stepping_open(scene.grader, &settings, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    settings = settings_of(&broken, NULL);
    assert_null(grader_stepping_open(scene.grader, &settings, &error));
    assert_int_equal(error.code, ERROR_SYNTAX);
    settings = settings_of(&source, NULL);
    struct exercise tests = *settings.exercise;
    tests.kind = EXERCISE_TESTS;
    settings.exercise = &tests;
    assert_null(grader_stepping_open(scene.grader, &settings, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    settings = settings_of(&source, NULL);
    settings.target.kernel = "another";
    assert_null(grader_stepping_open(scene.grader, &settings, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_non_null(strstr(error.message, "another"));
}

static void refuses_views_that_are_not_in_order(void **state)
{
    (void)state;
    struct stepping_view good = {.grid = {1, 1, 1}, .block_shape = {1, 1, 1}, .warp_count = 1, .device_count = 1}, view;
    struct stepping_register registers[1] = {{.bits = 32}};
    struct stepping_variable variables[1] = {{.bits = 32}};
    struct stepping_lists lists = {registers, variables};
    struct error error = {0};
    assert_true(stepping_check(&good, &lists, &error));
    view = good;
    view.device = 1;
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    view.split_count = VGPU_STEP_LANES + 1;
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    memset(view.kernel, 'k', sizeof view.kernel);
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    view.request_count = 1;
    view.requests[0].access.sector_count = VGPU_STEP_SECTORS_MAX + 1;
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    view.register_count = 1;
    registers[0].bits = 129;
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    view.warp = 1;
    assert_false(stepping_check(&view, &lists, &error));
    view = good;
    view.variable_count = 1;
    assert_true(stepping_check(&view, &lists, &error));
    variables[0].kind = STEPPING_KIND_COUNT;
    assert_false(stepping_check(&view, &lists, &error));
    variables[0] = (struct stepping_variable){.depth = 1}; /* a part of nothing */
    assert_false(stepping_check(&view, &lists, &error));
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_a_case_forwards_and_back),
        cmocka_unit_test(finds_any_launch_of_the_plan),
        cmocka_unit_test(finds_the_strip_of_every_line),
        cmocka_unit_test(finds_every_access_of_a_line),
        cmocka_unit_test(grades_afterwards),
        cmocka_unit_test(refuses_what_it_cannot_open),
        cmocka_unit_test(refuses_views_that_are_not_in_order),
        cmocka_unit_test(shows_variables_line_by_line),
        cmocka_unit_test(shows_what_was_not_set),
    };
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return failed;
}
