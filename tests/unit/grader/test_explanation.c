/* Tests the sentences for findings and wrong results. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/told.h"
#include "grader/diagnose/explanation.h"
#include "grader/diagnose/explanation_stage.h"
#include "grader/finding/element_name.h"
#include "grader/finding/finding_facts.h"
#include "grader/finding/finding_sentence.h"
#include "grader/value/phrase.h"

static struct vgpu_finding past_the_end(enum vgpu_access access, uint64_t count)
{
    return (struct vgpu_finding){.kind = VGPU_FINDING_OUT_OF_BOUNDS,
                                 .check = VGPU_CHECK_MEMORY,
                                 .severity = VGPU_SEVERITY_ERROR,
                                 .line = 5,
                                 .ptx_line = 40,
                                 .kernel = "vector_add",
                                 .block = {1, 0, 0},
                                 .thread = {1, 0, 0},
                                 .access = access,
                                 .space = VGPU_FINDING_SPACE_GLOBAL,
                                 .size_bytes = 4,
                                 .buffer = access == VGPU_ACCESS_WRITE ? "c" : "a",
                                 .buffer_bytes = 132,
                                 .offset_bytes = 132,
                                 .element = 33,
                                 .count = count,
                                 .message = "out of bounds"};
}

static const char *sentence_with(struct vgpu_finding *findings, size_t count, const struct source *source)
{
    static char text[640];
    struct observation *observation = observation_new();
    struct kernel_observation kernel = {.kernel = "vector_add", .grid = {2, 1, 1}, .block = {32, 1, 1}};
    struct arena *arena = arena_new();
    observation->findings = findings;
    observation->finding_count = count;
    observation->kernels = &kernel;
    observation->kernel_count = 1;
    struct finding_view view = {observation, observation, source, "n = 33"};
    snprintf(text, sizeof text, "%s", finding_sentence(arena, &view).text);
    observation->findings = NULL;
    observation->kernels = NULL;
    observation->finding_count = observation->kernel_count = 0;
    arena_free(arena);
    observation_free(observation);
    return text;
}

static const char *sentence_of(struct vgpu_finding *findings, size_t count)
{
    return sentence_with(findings, count, NULL);
}

static void a_missing_check_is_told_from_less_or_equal(void **state)
{
    (void)state;
    struct vgpu_finding many[] = {past_the_end(VGPU_ACCESS_READ, 31), past_the_end(VGPU_ACCESS_WRITE, 31)};
    assert_string_equal(sentence_of(many, 2),
                        "Line 5 writes c[33], past the end of c, in case n = 33: thread (1,0,0) of block (1,0,0). c "
                        "has 33 elements of 4 bytes, "
                        "and 31 threads run past its end: a bounds check is missing, or compares with another length.");
    struct vgpu_finding one[] = {past_the_end(VGPU_ACCESS_READ, 1), past_the_end(VGPU_ACCESS_WRITE, 1)};
    assert_string_equal(
        sentence_of(one, 2),
        "Line 5 writes c[33], past the end of c, in case n = 33: thread (1,0,0) of block (1,0,0), and no other "
        "thread. The guard lets the index equal the length: write < instead of <=, or >= instead of >.");
    struct source closed = {"k.cu", "if(i>n)return;", 14}, open = {"k.cu", "if(i>=n)return;", 15};
    assert_non_null(strstr(sentence_with(one, 2, &closed), "write < instead of <="));
    assert_null(strstr(sentence_with(one, 2, &open), "<="));
    one[0].thread[0] = 0; /* a neighbour's element instead of its own */
    assert_non_null(strstr(sentence_of(one, 1), "and no other thread"));
    assert_null(strstr(sentence_of(one, 1), "<="));
}

static void accesses_of_a_loop_are_not_called_threads(void **state)
{
    (void)state;
    struct vgpu_finding all[] = {past_the_end(VGPU_ACCESS_READ, 64)};
    assert_non_null(strstr(sentence_of(all, 1), "64 threads run past its end"));
    struct vgpu_finding more[] = {past_the_end(VGPU_ACCESS_READ, 65)}; /* two blocks of 32 threads */
    assert_non_null(strstr(sentence_of(more, 1), "65 accesses are past its end"));
}

static void an_array_in_shared_memory_is_told_with_its_size(void **state)
{
    (void)state;
    struct vgpu_finding small = past_the_end(VGPU_ACCESS_WRITE, 1);
    small.space = VGPU_FINDING_SPACE_SHARED;
    small.buffer = "row";
    small.buffer_bytes = small.offset_bytes = 0;
    small.element = 0;
    assert_string_equal(
        sentence_of(&small, 1),
        "Line 5 writes row[0], in case n = 33: thread (1,0,0) of block (1,0,0). But row has 0 bytes: the launch line "
        "gives it no memory. Add shared= with a number of bytes, such as shared=256*4.");
    small.buffer_bytes = small.offset_bytes = 64;
    small.element = 16;
    assert_non_null(
        strstr(sentence_of(&small, 1), "row has 16 elements of 4 bytes. Make the array larger or the index smaller."));
    small.offset_bytes = -8;
    small.element = -1;
    assert_non_null(strstr(sentence_of(&small, 1), "8 bytes before the start of the shared array row, in case n = 33"));
}

/* Elements have the names of the source, in sentences and in the list of findings. */
static void an_element_is_named_as_in_the_source(void **state)
{
    (void)state;
    static const char text[] =
        "#define TILE 32\n__shared__ float tile[TILE][TILE + 1];\n__shared__ float flat[1056];\n";
    struct source source = {.name = "k.cu", .text = text, .size_bytes = sizeof text - 1};
    struct vgpu_finding unset = past_the_end(VGPU_ACCESS_READ, 1);
    unset.kind = VGPU_FINDING_UNINITIALISED_SHARED;
    unset.space = VGPU_FINDING_SPACE_SHARED;
    unset.buffer_bytes = 4 * 32 * 33;
    unset.offset_bytes = 4 * unset.element;
    unset.buffer = "tile";
    assert_non_null(strstr(sentence_with(&unset, 1, &source), "Line 5 reads tile[1][0] in shared memory"));
    assert_non_null(strstr(sentence_of(&unset, 1), "reads tile[33]"));

    unset.message = "thread reads tile[33], never written";
    struct observation *observation = observation_new();
    observation->findings = &unset;
    observation->finding_count = 1;
    struct finding_view view = {.source = &source};
    element_name_in_messages(observation, &view);
    assert_string_equal(unset.message, "thread reads tile[1][0], never written");
    observation->findings = NULL;
    observation->finding_count = 0;
    observation_free(observation);
    unset.buffer = "flat";
    assert_non_null(strstr(sentence_with(&unset, 1, &source), "reads flat[33]"));
}

/* A variable has no index, and the counts of an atomic begin somewhere. */
static void a_shared_value_without_a_beginning_is_told(void **state)
{
    (void)state;
    struct vgpu_finding unset = past_the_end(VGPU_ACCESS_ATOMIC, 1);
    unset.kind = VGPU_FINDING_UNINITIALISED_SHARED;
    unset.space = VGPU_FINDING_SPACE_SHARED;
    unset.buffer = "counts";
    assert_non_null(strstr(sentence_of(&unset, 1), "Give each element of counts its first value"));
    unset.access = VGPU_ACCESS_READ;
    assert_non_null(strstr(sentence_of(&unset, 1), "the index of this read is wrong"));
    unset.buffer_bytes = unset.size_bytes;
    unset.element = 0;
    assert_non_null(strstr(sentence_of(&unset, 1), "Let one thread give counts its first value"));
}

static void an_address_far_away_is_not_given_to_a_buffer(void **state)
{
    (void)state;
    struct vgpu_finding far = past_the_end(VGPU_ACCESS_READ, 9);
    far.offset_bytes = (int64_t)1 << 42;
    far.element = far.offset_bytes / 4;
    assert_string_equal(
        sentence_of(&far, 1),
        "Line 5 reads at an address far from every buffer, in case n = 33: thread (1,0,0) of block (1,0,0). A "
        "number in the index is negative, does not fit into its type, or was never set.");
    far.offset_bytes = far.distance_bytes = INT64_MIN / 2;
    assert_non_null(strstr(sentence_of(&far, 1), "far from every buffer"));
}

/* The exercise has no such array, so it is the plan's own scratch. */
static void the_arguments_of_a_given_kernel_are_to_be_compared(void **state)
{
    (void)state;
    struct vgpu_finding finding = past_the_end(VGPU_ACCESS_READ, 9);
    const struct exercise exercise = {.kind = EXERCISE_PLAN};
    struct observation *observation = observation_new();
    struct arena *arena = arena_new();
    observation->findings = &finding;
    observation->finding_count = 1;
    struct finding_view view = {observation, observation, NULL, "n = 33", &exercise};
    assert_string_equal(
        finding_sentence(arena, &view).text,
        "Line 5 reads outside of a, in case n = 33: thread (1,0,0) of block (1,0,0). a has 33 elements of 4 "
        "bytes. The kernel is given: compare the size of a with the arguments and the grid of its launch.");
    observation->findings = NULL;
    observation->finding_count = 0;
    arena_free(arena);
    observation_free(observation);
}

static void a_stored_value_that_was_never_set_is_told_by_its_store(void **state)
{
    (void)state;
    char said[256];
    struct vgpu_finding unset = past_the_end(VGPU_ACCESS_WRITE, 1);
    unset.kind = VGPU_FINDING_UNINITIALISED_LOCAL;
    unset.said = said;
    told_print(said, sizeof said, vgpu_finding_text(VGPU_TEXT_UNSET_STORE_TO), "place=%s", "c");
    assert_string_equal(
        sentence_of(&unset, 1),
        "Line 5 stores to c a value that was never set: thread (1,0,0) of block (1,0,0). Give the variable "
        "a value first, and each of its parts.");
    unset.said = NULL;
    assert_non_null(strstr(sentence_of(&unset, 1), "Line 5 uses c, which was never given a value"));
}

static void two_numbers_that_differ_are_told_apart(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    assert_string_equal(phrase_distinct(arena, 2624725000, 2624725120, 6), "2624725000");
    assert_string_equal(phrase_distinct(arena, 1.0 / 3, 0, 6), "0.333333");
    assert_string_equal(phrase_distinct(arena, 1.0 / 3, 0, 3), "0.333");
    assert_string_equal(phrase_distinct(arena, 0.123412, 0.123456, 3), "0.123412");
    assert_string_equal(phrase_distinct(arena, 0.12345671, 0.12345679, 6), "0.12345671");
    arena_free(arena);
}

static void a_warp_operation_without_all_its_lanes_is_told(void **state)
{
    (void)state;
    struct vgpu_finding lanes = past_the_end(VGPU_ACCESS_NONE, 1);
    lanes.kind = VGPU_FINDING_WRONG_MASK;
    assert_non_null(strstr(sentence_of(&lanes, 1), "does not match the lanes that execute it"));
    lanes.kind = VGPU_FINDING_EXITED_LANE;
    assert_non_null(strstr(sentence_of(&lanes, 1), "waits for lanes that never come"));
}

static void a_wrong_index_is_told_from_a_missing_check(void **state)
{
    (void)state;
    struct vgpu_finding many = past_the_end(VGPU_ACCESS_WRITE, 31);
    many.thread[0] = 7; /* thread 39 at element 33 */
    assert_non_null(strstr(sentence_of(&many, 1), "c has 33 elements of 4 bytes, and 31 accesses are past its end. "
                                                  "Check the index, and the guard or loop that bounds it."));
}

static void a_missing_block_is_told_from_a_missing_index(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {.parameter = "c", .element_count = 33, .wrong_count = 1, .first_count = 1};
    wrong.first[0] = (struct wrong_element){.position = "[32]",
                                            .never_written = true,
                                            .owner = "thread (0,0,0) of block (1,0,0), which was not launched",
                                            .is_beyond_grid = true};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = PATTERN_LAST_BLOCK};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "Round the number of blocks up"));
    strcpy(wrong.first[0].owner, "thread (0,0,0) of block (1,0,0)");
    wrong.first[0].is_beyond_grid = false;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "though its threads were launched"));
    verdict_free(verdict);
}

static void a_race_names_both_lines(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
    race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
    race.space = VGPU_FINDING_SPACE_SHARED;
    race.buffer = "tile";
    race.line = 8;
    race.other = (struct vgpu_party){.line = 6, .ptx_line = 3, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
    const char *sentence = sentence_of(&race, 1);
    assert_string_equal(sentence,
                        "Lines 6 and 8 race on tile[33]: thread (32,0,0) writes it at line 6, and thread (1,0,0) reads "
                        "it at line 8, with no __syncthreads() between.");
}

static void a_race_names_the_earlier_access_first(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_WRITE, 1);
    race.kind = VGPU_FINDING_RACE_WRITE_AFTER_READ;
    race.space = VGPU_FINDING_SPACE_SHARED;
    race.buffer = "tile";
    race.line = 8;
    race.other = (struct vgpu_party){.line = 6, .ptx_line = 3, .thread = {32, 0, 0}, .access = VGPU_ACCESS_READ};
    assert_string_equal(sentence_of(&race, 1),
                        "Lines 6 and 8 race on tile[33]: thread (32,0,0) reads it at line 6, and thread (1,0,0) "
                        "overwrites it at line 8, with no __syncthreads() between.");
}

static void a_race_with_an_atomic_says_which_access_is_atomic(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_ATOMIC, 1);
    race.kind = VGPU_FINDING_RACE_ATOMIC;
    race.space = VGPU_FINDING_SPACE_SHARED;
    race.buffer = "sums";
    race.line = 8;
    race.other = (struct vgpu_party){.line = 6, .ptx_line = 3, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
    assert_string_equal(sentence_of(&race, 1),
                        "Lines 6 and 8 race on sums[33]: thread (32,0,0) writes it at line 6, and thread (1,0,0) "
                        "updates it at line 8, with no __syncthreads() between. Only the update is atomic.");
    race.space = VGPU_FINDING_SPACE_GLOBAL;
    race.other.access = VGPU_ACCESS_ATOMIC;
    assert_non_null(strstr(sentence_of(&race, 1), "One of the two updates is atomic within its block only"));
}

static void a_race_between_launches_asks_for_an_order(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
    race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
    race.kernel = "copy";
    race.line = 0;
    race.message =
        "a copy reads a[0], which thread (0,0,0) of block (0,0,0) of scale wrote, and nothing orders the two";
    race.other = (struct vgpu_party){.ptx_line = 3, .access = VGPU_ACCESS_WRITE, .kernel = "scale"};
    assert_string_equal(
        sentence_of(&race, 1),
        "Two steps of the plan overlap and race: a copy reads a[0], which thread (0,0,0) of block (0,0,0) of "
        "scale wrote, and nothing orders the two. Order them with after=, or put both on one stream.");
}

static void a_race_of_two_devices_names_both_remedies(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
    race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
    race.kernel = "add";
    race.message = "thread 0 on device 1 reads a[0]";
    race.other = (struct vgpu_party){.ptx_line = 3, .access = VGPU_ACCESS_WRITE, .kernel = "add"};
    race.device = 1;
    assert_string_equal(sentence_of(&race, 1),
                        "Two devices work at the same time and race: thread 0 on device 1 reads a[0]. Within one "
                        "step, no device may use elements that another device changes. If one step needs the result of "
                        "the other, order them with after=.");
    race.device = 0;
    assert_non_null(strstr(sentence_of(&race, 1), "Two steps of the plan"));
}

static void a_race_between_launches_names_their_lines_of_the_plan(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
    race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
    race.kernel = "add";
    race.message = "thread 0 reads a[0]";
    race.other = (struct vgpu_party){.ptx_line = 3, .access = VGPU_ACCESS_WRITE, .kernel = "add"};
    race.plan_line = race.other.plan_line = 12;
    assert_non_null(strstr(sentence_of(&race, 1), "on one stream. Both steps are at line 12 of the plan."));
    race.other.plan_line = 31;
    assert_non_null(strstr(sentence_of(&race, 1), "on one stream. The two steps are at lines 12 and 31 of the plan."));
}

static void a_fragment_of_overlapping_rows_is_told_its_distance(void **state)
{
    (void)state;
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_WRITE, 1);
    race.kind = VGPU_FINDING_RACE_WRITE_WRITE;
    race.instruction = "wmma.store.d.sync.aligned.row.m16n16k16.global.f32";
    race.line = 37;
    race.ptx_line = 3;
    race.other = (struct vgpu_party){.line = 37, .ptx_line = 3, .access = VGPU_ACCESS_WRITE};
    memcpy(race.other.block, race.block, sizeof race.block);
    memcpy(race.other.thread, race.thread, sizeof race.thread);
    race.other.thread[0] ^= 1;
    assert_non_null(strstr(sentence_of(&race, 1), "Line 37 stores a fragment whose rows overlap"));
    race.ptx_line = 4; /* of an unrolled loop */
    assert_non_null(strstr(sentence_of(&race, 1), "Line 37 stores two fragments that overlap: both have c[33]."));
    race.other.thread[0] += 32;
    assert_null(strstr(sentence_of(&race, 1), "fragment"));
}

static void a_race_of_two_rounds_is_told_as_one(void **state)
{
    (void)state;
    static const char text[] = "for (;;) {\n    tile[t] = x;\n    __syncthreads();\n    sum += tile[u];\n}\n";
    struct source source = {.name = "k.cu", .text = text, .size_bytes = sizeof text - 1};
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
    race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
    race.space = VGPU_FINDING_SPACE_SHARED;
    race.buffer = "tile";
    race.line = 4;
    race.other = (struct vgpu_party){.line = 2, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
    assert_non_null(strstr(sentence_with(&race, 1, &source), "from one round to the next"));
    race.line = 3; /* no barrier between */
    assert_null(strstr(sentence_with(&race, 1, &source), "round"));
    assert_null(strstr(sentence_of(&race, 1), "round"));
}

static void a_tile_that_takes_no_turns_is_told(void **state)
{
    (void)state;
    static const char *const ends[] = {"\n", "turn ^= 1;\n"};
    for (int i = 0; i < 2; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "__shared__ float tile[2][32];\nint turn = 0;\ntile[turn][t] = x;\n__syncthreads();\n"
                 "sum += tile[turn][u];\n%s",
                 ends[i]);
        struct source source = {.name = "k.cu", .text = text, .size_bytes = strlen(text)};
        struct vgpu_finding race = past_the_end(VGPU_ACCESS_READ, 1);
        race.kind = VGPU_FINDING_RACE_READ_AFTER_WRITE;
        race.space = VGPU_FINDING_SPACE_SHARED;
        race.buffer = "tile";
        race.line = 5;
        race.other = (struct vgpu_party){.line = 3, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
        bool is_fixed = strstr(sentence_with(&race, 1, &source), "The index turn of tile is 0 in all rounds");
        assert_int_equal(is_fixed, i == 0);
    }
}

static void the_line_of_a_scratch_buffer_is_told(void **state)
{
    (void)state;
    static const char text[] =
        "//! zero c\n//!   scratch d f32[n]\n//! scratch  c f32[n, k] zero\n// scratch a f32[1]\n";
    struct source source = {.name = "k.cu", .text = text, .size_bytes = sizeof text - 1};
    struct vgpu_finding past = past_the_end(VGPU_ACCESS_WRITE, 31);
    assert_non_null(
        strstr(sentence_with(&past, 1, &source), "c has 33 elements of 4 bytes (line 3: f32[n, k]), and 31"));
    past.buffer = "a";
    assert_null(strstr(sentence_with(&past, 1, &source), "(line"));
    past.buffer = "c";
    past.space = VGPU_FINDING_SPACE_SHARED;
    assert_null(strstr(sentence_with(&past, 1, &source), "(line"));
}

static void half_of_a_wide_access_is_told(void **state)
{
    (void)state;
    struct vgpu_finding wide = past_the_end(VGPU_ACCESS_READ, 1);
    wide.size_bytes = 16;
    wide.offset_bytes = 128;
    wide.element = 32;
    assert_non_null(strstr(sentence_of(&wide, 1), "reads 16 bytes at once from a[32] on, in case n = 33"));
    wide.offset_bytes = 132; /* the whole access is out of bounds */
    assert_null(strstr(sentence_of(&wide, 1), "at once"));
}

static void a_finding_with_a_line_is_told_before_one_without(void **state)
{
    (void)state;
    struct vgpu_finding two[] = {past_the_end(VGPU_ACCESS_READ, 31), past_the_end(VGPU_ACCESS_READ, 31)};
    two[0].line = 0;
    assert_non_null(strstr(sentence_of(two, 2), "Line 5"));
}

static size_t times(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Whatever the kind and the space: one line, one element, each named once. */
static void a_line_may_race_with_itself(void **state)
{
    (void)state;
    static const enum vgpu_finding_kind kinds[] = {VGPU_FINDING_RACE_WRITE_WRITE, VGPU_FINDING_RACE_READ_AFTER_WRITE,
                                                   VGPU_FINDING_RACE_WRITE_AFTER_READ, VGPU_FINDING_RACE_ATOMIC,
                                                   VGPU_FINDING_RACE_SAME_VALUE};
    char copied[256];
    told_print(copied, sizeof copied, vgpu_finding_text(VGPU_TEXT_BY_COPY), "text=%s", "wrote");
    for (size_t i = 0; i < 3 * sizeof kinds / sizeof *kinds; i++) {
        struct vgpu_finding race = past_the_end(VGPU_ACCESS_WRITE, 1);
        race.kind = kinds[i / 3];
        race.space = i % 3 ? VGPU_FINDING_SPACE_SHARED : VGPU_FINDING_SPACE_GLOBAL;
        race.said = i % 3 == 2 ? copied : NULL;
        race.buffer = "tile";
        race.line = 78;
        race.other = (struct vgpu_party){.line = 78, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
        const char *sentence = sentence_of(&race, 1);
        assert_int_equal(times(sentence, "78"), 1);
        assert_int_equal(times(sentence, "tile["), 1);
    }
}

static bool tells_lost_update(const char *line, const char *buffer)
{
    struct source source = {.name = "k.cu", .text = line, .size_bytes = strlen(line)};
    struct vgpu_finding race = past_the_end(VGPU_ACCESS_WRITE, 1);
    race.kind = VGPU_FINDING_RACE_WRITE_WRITE;
    race.buffer = buffer;
    race.line = 1;
    race.other = (struct vgpu_party){.line = 1, .thread = {32, 0, 0}, .access = VGPU_ACCESS_WRITE};
    return strstr(sentence_with(&race, 1, &source), "is lost") != NULL;
}

/* A counter of a loop on the same line is no lost update of the buffer. */
static void a_lost_update_is_one_of_the_buffer(void **state)
{
    (void)state;
    assert_true(tells_lost_update("out[i % 4] += x;\n", "out"));
    assert_true(tells_lost_update("count [b]++;\n", "count"));
    assert_true(tells_lost_update("sum -= x;\n", "sum"));
    assert_true(tells_lost_update("*total += x;\n", "total"));
    assert_true(tells_lost_update("bin->n++;\n", "bin"));
    assert_false(tells_lost_update("for (; c < w; c += 32) out[c / 2] = in[c];\n", "out"));
    assert_false(tells_lost_update("for (; c < w; c++) out[c / 2] = in[c];\n", "out"));
    assert_false(tells_lost_update("sum.x += parts[i];\n", "parts"));
}

static const char *stages_text(const struct stage_result *stages, size_t count)
{
    static char text[256];
    struct arena *arena = arena_new();
    struct case_result result = {.stage_count = count};
    memcpy(result.stages, stages, count * sizeof *stages);
    const char *said = explain_stage(arena, &result);
    snprintf(text, sizeof text, "%s", said ? said : "");
    arena_free(arena);
    return text;
}

static void the_launch_that_goes_wrong_first_is_told(void **state)
{
    (void)state;
    struct stage_result stages[] = {
        {.scratch = "q", .kernel = "matmul", .line = 7},
        {.scratch = "k", .kernel = "matmul", .line = 8},
        {.scratch = "mixed", .kernel = "mix", .line = 9, .state = STAGE_WRONG, .index = 3, .got = 1, .expected = 2}};
    assert_string_equal(stages_text(stages, 0), "");
    assert_string_equal(
        stages_text(stages, 3),
        "Between the launches, the buffers q and k are right. The first wrong result is mixed: after mix, "
        "launched at line 9, mixed[3] is 1, expected 2.");
    assert_string_equal(
        stages_text(stages + 2, 1),
        "Between the launches, the first wrong result is mixed: after mix, launched at line 9, mixed[3] is 1, "
        "expected 2.");
    stages[2].rank = 1;
    stages[2].is_of_several = true;
    assert_string_equal(
        stages_text(stages + 2, 1),
        "Between the launches, the first wrong result is rank 1's mixed: after mix, launched at line 9, "
        "rank 1's mixed[3] is 1, expected 2.");
    struct case_result wrong = {.stage_count = 1};
    wrong.stages[0] = stages[2];
    assert_int_equal(explain_stage_line(&wrong), 9);
    wrong.stages[0] = stages[0];
    assert_int_equal(explain_stage_line(&wrong), 0);
    struct parameter output = {.name = "y"};
    struct buffer_result buffer = {.parameter = &output, .wrong_count = 1};
    struct case_result later = {.stage_count = 1, .buffers = &buffer, .buffer_count = 1};
    later.stages[0] = stages[0];
    struct arena *arena = arena_new();
    assert_string_equal(explain_stage(arena, &later),
                        "Between the launches, the buffer q is right. Check the launches that lead "
                        "from these to y: their arguments and their order.");
    arena_free(arena);
    stages[0].state = STAGE_CLOSE; /* rounding, or the mistake itself */
    assert_string_equal(stages_text(stages, 2), "");
}

static void buffers_that_were_not_compared_are_told(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct case_result result = {.stage_count = 10};
    for (int i = 0; i < 9; i++) {
        result.stages[i] = (struct stage_result){.kernel = "matmul", .line = i + 1};
        snprintf(result.stages[i].scratch, sizeof result.stages[i].scratch, "q%d", i);
    }
    result.stages[9] = (struct stage_result){
        .scratch = "d", .kernel = "add", .line = 9, .state = STAGE_WRONG, .expected = 2, .source = {"part", 6}};
    const char *said = explain_stage(arena, &result);
    assert_non_null(strstr(said, "Between the launches, 9 buffers up to q8 are right. The first wrong result is d"));
    assert_non_null(strstr(said, "d[0] is 0, expected 2. It comes from part, which could not be compared: check the "
                                 "launches from line 6 on."));
    result.unused = (struct stage_buffer){"part", 8};
    assert_string_equal(explain_stage(arena, &result),
                        "Between the launches, 9 buffers up to q8 are right. No launch uses part after line 8 writes "
                        "it. Is a launch missing, or too early?");
    assert_int_equal(explain_stage_line(&result), 8);
    arena_free(arena);
}

/* An address past the end of a part does not say which of the devices computed it. */
static void a_finding_of_several_devices_names_the_device(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise exercise = {.id = "x", .devices = 4};
    struct vgpu_finding finding = past_the_end(VGPU_ACCESS_WRITE, 31);
    struct finding_view view = {.case_text = "n = 33", .exercise = &exercise};
    struct finding_facts facts = finding_facts_of(&view, &finding, arena);
    finding.device = 2;
    assert_string_equal(finding_sentence_expand(arena, "{thread_block}", &facts),
                        "thread (1,0,0) of block (1,0,0) on device 2");
    finding.other = (struct vgpu_party){.ptx_line = 3, .kernel = "add", .device = 3};
    assert_string_equal(finding_sentence_expand(arena, "{other_thread_block}", &facts),
                        "thread (0,0,0) of block (0,0,0) on device 3");
    exercise.devices = 1;
    assert_string_equal(finding_sentence_expand(arena, "{thread_block}", &facts), "thread (1,0,0) of block (1,0,0)");
    arena_free(arena);
}

/* No sentence may keep an unfilled field. */
static void every_kind_has_a_sentence(void **state)
{
    (void)state;
    for (int kind = 0; kind < VGPU_FINDING_KIND_COUNT; kind++) {
        struct vgpu_finding finding = past_the_end(VGPU_ACCESS_READ, 3);
        finding.kind = (enum vgpu_finding_kind)kind;
        const char *sentence = sentence_of(&finding, 1);
        assert_true(strlen(sentence) > 10);
        assert_null(strchr(sentence, '{'));
        finding.buffer = "";
        finding.element = -1;
        assert_null(strchr(sentence_of(&finding, 1), '{'));
    }
}

static void a_wrong_result_is_put_in_words(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATTERN_COUNT; kind++) {
        struct verdict *verdict = verdict_new();
        struct wrong_buffer wrong = {.parameter = "c", .first_count = 1};
        wrong.first[0] = (struct wrong_element){.position = "[32]", .expected = 1.5, .got = 2};
        struct case_verdict failing = {.name = "h=4 w=7", .ran = true, .wrong = &wrong, .wrong_count = 1};
        struct explain_context context = {.failing = &failing, .pattern = (enum pattern_kind)kind};
        verdict->status = VERDICT_WRONG;
        verdict->smallest_failing = &failing;
        explain(verdict, &context);
        assert_null(strchr(verdict->message, '{'));
        assert_non_null(strstr(verdict->message, "c"));
        if (kind == PATTERN_NONE)
            assert_string_equal(verdict->message, "c[32] is 2, expected 1.5, in case h = 4, w = 7.");
        verdict_free(verdict);
    }
}

/* Right cases and elements with several writes change what a pattern means. */
static void what_is_right_elsewhere_counts(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {.parameter = "c", .first_count = 1};
    wrong.first[0] = (struct wrong_element){.position = "[32]", .expected = 1.5, .never_written = true};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = PATTERN_NEVER_WRITTEN};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "The kernel stores nothing to c"));
    verdict->right_count = 2;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "while other cases are right. Which branch"));
    context.pattern = PATTERN_ALL_ZERO;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "Does a loop run zero times at this size?"));
    failing.name = "n=33 x=zeros";
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "An input of this case is all zeros."));
    failing.name = "n=33";
    verdict->case_count = 12;
    explain(verdict, &context);
    assert_null(strstr(verdict->message, "while other cases are right"));
    context.pattern = PATTERN_NONE;
    context.relation = "Right up to n = 32, wrong from n = 33 on.";
    explain(verdict, &context);
    assert_string_equal(verdict->message,
                        "c[32] is never written in case n = 33. Right up to n = 32, wrong from n = 33 on.");
    context.pattern = PATTERN_COPIED_INPUT;
    wrong.is_of_several = true;
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "Which launch must change these elements, and on which ranks"));
    context.pattern = PATTERN_NONE;
    struct vgpu_finding twice = {.kind = VGPU_FINDING_RACE_SAME_VALUE, .line = 7, .buffer = "found"};
    verdict->observation->findings = &twice;
    verdict->observation->finding_count = 1;
    explain(verdict, &context);
    assert_null(strstr(verdict->message, "line 7")); /* the stores to another buffer */
    twice.buffer = "c";
    explain(verdict, &context);
    assert_non_null(strstr(verdict->message, "written by several threads at line 7. Two threads have the same index"));
    verdict->observation->findings = NULL;
    verdict->observation->finding_count = 0;
    verdict_free(verdict);
}

static void a_constant_factor_is_put_in_words(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {.parameter = "c", .pattern = "all elements: constant factor 2"};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = PATTERN_FACTOR};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    assert_string_equal(verdict->message,
                        "c in case n = 33: all elements: constant factor 2. A factor is missing, or something is "
                        "counted more than once.");
    verdict_free(verdict);
}

/* Explains a pass with this many warp instructions and ten loads of two passes each. */
static void assert_room_is_left(uint64_t instructions, bool is_left)
{
    struct verdict *verdict = verdict_new();
    struct explain_context context = {0};
    struct kernel_observation *kernel = ARENA_NEW(verdict->observation->arena, struct kernel_observation);
    *kernel = (struct kernel_observation){.kernel = "k",
                                          .totals = {[VGPU_COUNTER_WARP_INSTRUCTIONS] = instructions,
                                                     [VGPU_COUNTER_SHARED_LOAD_REQUESTS] = 10,
                                                     [VGPU_COUNTER_SHARED_LOAD_WAVEFRONTS] = 20,
                                                     [VGPU_COUNTER_SHARED_LOAD_CONFLICTS] = 10}};
    verdict->observation->kernels = kernel;
    verdict->observation->kernel_count = 1;
    verdict->status = VERDICT_PASS;
    explain(verdict, &context);
    assert_int_equal(strstr(verdict->message, "loads from shared memory take") != NULL, is_left);
    verdict_free(verdict);
}

static void conflicts_are_named_where_they_are_many(void **state)
{
    (void)state;
    assert_room_is_left(100, true);
    assert_room_is_left(10000, false);
}

/* The message about a pass whose line 3 computes in double. */
static void assert_double_is_told(const char *text, const char *says)
{
    struct verdict *verdict = verdict_new();
    struct explain_context context = {0};
    struct source source = {"kernel.cu", text, strlen(text)};
    struct kernel_observation *kernel = ARENA_NEW(verdict->observation->arena, struct kernel_observation);
    *kernel = (struct kernel_observation){
        .kernel = "k", .totals = {[VGPU_COUNTER_WARP_INSTRUCTIONS] = 100, [VGPU_COUNTER_DOUBLE_INSTRUCTIONS] = 10}};
    kernel->lines = ARENA_ARRAY(verdict->observation->arena, 1, struct line_counters);
    kernel->lines[0] = (struct line_counters){.line = 3, .values = {[VGPU_COUNTER_DOUBLE_INSTRUCTIONS] = 10}};
    kernel->line_count = 1;
    verdict->observation->kernels = kernel;
    verdict->observation->kernel_count = 1;
    verdict->source = &source;
    verdict->status = VERDICT_PASS;
    explain(verdict, &context);
    assert_string_equal(verdict->message, says);
    verdict_free(verdict);
}

static void a_double_that_is_asked_for_is_no_slip(void **state)
{
    (void)state;
    assert_double_is_told("// no double here\n//\ny = 0.5 * x;\n",
                          "Right on every case. Room is left: line 3 computes in double. A constant without an f is a "
                          "double, and erf, exp or sqrt of a double returns a double.");
    assert_double_is_told(
        "//\ndouble sum = 0;\nsum += x;\n",
        "Safe and right on every case. Line 3 computes in double, at half the rate of float or less.");
}

static void every_status_says_something(void **state)
{
    (void)state;
    for (int status = 0; status < VERDICT_STATUS_COUNT; status++) {
        struct verdict *verdict = verdict_new();
        struct explain_context context = {.stopped_case = "n=1"};
        verdict->status = (enum verdict_status)status;
        explain(verdict, &context);
        size_t length = strlen(verdict->message);
        assert_true(length > 4 && verdict->message[length - 1] == '.');
        verdict_free(verdict);
    }
}

static void a_grid_that_is_too_small_is_named(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {.parameter = "c",
                                 .first_count = 1,
                                 .small_grid = "the grid of 1 block writes 32 of the 33 elements. 2 blocks are needed"};
    wrong.first[0] = (struct wrong_element){.position = "[32]", .expected = 1.5, .never_written = true};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = PATTERN_FROM_ON};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    assert_string_equal(verdict->message,
                        "c[32] is never written in case n = 33: the grid of 1 block writes 32 of the 33 elements. 2 "
                        "blocks are needed. More blocks help, or a loop in which every thread takes several "
                        "elements.");
    context.pattern = PATTERN_LAST_BLOCK;
    explain(verdict, &context);
    assert_string_equal(
        verdict->message,
        "The last, partial block of c is missing in case n = 33: the grid of 1 block writes 32 of the 33 elements. "
        "2 blocks are needed. Round the number of blocks up: (n + block - 1) / block.");
    verdict_free(verdict);
}

static const char *nan_message(struct verdict *verdict, unsigned specials, enum pattern_kind pattern)
{
    struct wrong_buffer wrong = {.parameter = "y", .first_count = 1, .input_specials = specials};
    wrong.first[0] = (struct wrong_element){.position = "[2][5]", .expected = 1.5, .got = NAN};
    struct case_verdict failing = {.name = "n=33", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = pattern};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    return verdict->message;
}

/* Explains a verdict with one wrong buffer of 64 elements and checks the message. */
static void assert_wrong_says(const struct wrong_element *first, const char *pattern_text, enum pattern_kind pattern,
                              const char *expected)
{
    struct verdict *verdict = verdict_new();
    struct wrong_buffer wrong = {
        .parameter = "y", .element_count = 64, .pattern = pattern_text, .first_count = 1, .first = {*first}};
    struct case_verdict failing = {.name = "n=64", .ran = true, .wrong = &wrong, .wrong_count = 1};
    struct explain_context context = {.failing = &failing, .pattern = pattern};
    verdict->status = VERDICT_WRONG;
    explain(verdict, &context);
    assert_string_equal(verdict->message, expected);
    verdict_free(verdict);
}

static void where_it_is_wrong_is_told(void **state)
{
    (void)state;
    const struct wrong_element fourth = {.position = "[3]", .expected = 0.5, .got = 1.25};
    assert_wrong_says(
        &fourth, "one element in every 4, beginning with element 3", PATTERN_EVERY_NTH,
        "y[3] is 1.25, expected 0.5, in case n = 64. Wrong: one element in every 4, beginning with element 3.");
    const struct wrong_element later = {.position = "[32]",
                                        .expected = 0.5,
                                        .got = 1.25,
                                        .owner = "thread (0,0,0) of block (1,0,0), which was not launched",
                                        .is_beyond_grid = true};
    assert_wrong_says(&later, "every element from 32 on: the last, partial block", PATTERN_LAST_BLOCK,
                      "y is wrong from element [32] on in case n = 64. There each thread of the grid takes its second "
                      "element. Which variable keeps its value from the first round of the loop?");
    const struct wrong_element missing = {.position = "[32]", .expected = 0.5, .never_written = true};
    assert_wrong_says(
        &missing, "every element from 32 on", PATTERN_FROM_ON,
        "y[32] is never written in case n = 64, nor any element after it. Do the blocks, the loop and the guard "
        "reach to the end?");
}

static void numbers_are_told_apart(void **state)
{
    (void)state;
    const struct wrong_element close = {.position = "[0]", .expected = 1.00000012, .got = 1.00000048};
    assert_wrong_says(&close, NULL, PATTERN_NONE, "y[0] is 1.00000048, expected 1.00000012, in case n = 64.");
    const struct wrong_element whole = {.position = "[0]", .expected = 1389590000, .got = -757893648};
    assert_wrong_says(&whole, NULL, PATTERN_NONE, "y[0] is -757893648, expected 1389590000, in case n = 64.");
}

static void a_nan_is_told_with_what_the_inputs_hold(void **state)
{
    (void)state;
    struct verdict *verdict = verdict_new();
    const char *text = nan_message(verdict, INPUT_SPECIAL_REPORTED, PATTERN_ALL_NAN);
    assert_non_null(strstr(text, "y holds NaN in case n = 33, first at element [2][5]"));
    assert_non_null(strstr(text, "are finite, so the kernel makes the NaN"));
    text = nan_message(verdict, INPUT_SPECIAL_REPORTED | INPUT_SPECIAL_INFINITY, PATTERN_ONE_ROW);
    assert_non_null(strstr(text, "y[2][5] is NaN, expected 1.5, in case n = 33. The inputs of this case hold "
                                 "infinities and no NaN"));
    text = nan_message(verdict, INPUT_SPECIAL_ALL, PATTERN_ALL_NAN);
    assert_non_null(strstr(text, "hold a NaN. It must not reach this element"));
    text = nan_message(verdict, 0, PATTERN_NONE);
    assert_string_equal(text, "y[2][5] is NaN, expected 1.5, in case n = 33.");
    verdict_free(verdict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_check_is_told_from_less_or_equal),
        cmocka_unit_test(accesses_of_a_loop_are_not_called_threads),
        cmocka_unit_test(an_array_in_shared_memory_is_told_with_its_size),
        cmocka_unit_test(an_element_is_named_as_in_the_source),
        cmocka_unit_test(a_shared_value_without_a_beginning_is_told),
        cmocka_unit_test(an_address_far_away_is_not_given_to_a_buffer),
        cmocka_unit_test(the_arguments_of_a_given_kernel_are_to_be_compared),
        cmocka_unit_test(a_stored_value_that_was_never_set_is_told_by_its_store),
        cmocka_unit_test(two_numbers_that_differ_are_told_apart),
        cmocka_unit_test(a_warp_operation_without_all_its_lanes_is_told),
        cmocka_unit_test(a_wrong_index_is_told_from_a_missing_check),
        cmocka_unit_test(a_missing_block_is_told_from_a_missing_index),
        cmocka_unit_test(a_race_names_both_lines),
        cmocka_unit_test(a_race_names_the_earlier_access_first),
        cmocka_unit_test(a_race_with_an_atomic_says_which_access_is_atomic),
        cmocka_unit_test(a_race_between_launches_asks_for_an_order),
        cmocka_unit_test(a_race_of_two_devices_names_both_remedies),
        cmocka_unit_test(a_race_between_launches_names_their_lines_of_the_plan),
        cmocka_unit_test(a_fragment_of_overlapping_rows_is_told_its_distance),
        cmocka_unit_test(a_race_of_two_rounds_is_told_as_one),
        cmocka_unit_test(a_tile_that_takes_no_turns_is_told),
        cmocka_unit_test(the_line_of_a_scratch_buffer_is_told),
        cmocka_unit_test(half_of_a_wide_access_is_told),
        cmocka_unit_test(a_finding_with_a_line_is_told_before_one_without),
        cmocka_unit_test(what_is_right_elsewhere_counts),
        cmocka_unit_test(a_line_may_race_with_itself),
        cmocka_unit_test(the_launch_that_goes_wrong_first_is_told),
        cmocka_unit_test(buffers_that_were_not_compared_are_told),
        cmocka_unit_test(a_lost_update_is_one_of_the_buffer),
        cmocka_unit_test(a_finding_of_several_devices_names_the_device),
        cmocka_unit_test(every_kind_has_a_sentence),
        cmocka_unit_test(a_wrong_result_is_put_in_words),
        cmocka_unit_test(a_grid_that_is_too_small_is_named),
        cmocka_unit_test(where_it_is_wrong_is_told),
        cmocka_unit_test(numbers_are_told_apart),
        cmocka_unit_test(a_nan_is_told_with_what_the_inputs_hold),
        cmocka_unit_test(a_constant_factor_is_put_in_words),
        cmocka_unit_test(conflicts_are_named_where_they_are_many),
        cmocka_unit_test(a_double_that_is_asked_for_is_no_slip),
        cmocka_unit_test(every_status_says_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
