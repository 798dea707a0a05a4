/* Tests how instructions move through memory from block to block, such as planes of a cube. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "timing/traffic/streams.h"

enum { BLOCKS = 16, OPS = 3, PLANE_LINES = 400, BLOCK_LINES = 4 };

/* Ops 0 and 1 read a block's lines of two neighbouring planes. Op 2 reads scattered lines. */
static void add_blocks(struct time_streams *streams, uint64_t apart)
{
    struct vgpu_request requests[BLOCKS * OPS];
    struct vgpu_touched_line lines[BLOCKS * OPS];
    uint64_t blocks[BLOCKS];
    for (uint32_t i = 0; i < BLOCKS * OPS; i++) {
        uint32_t block = i / OPS, op = i % OPS;
        blocks[block] = block * apart;
        uint64_t at = op < 2 ? 1000 + BLOCK_LINES * blocks[block] + op * PLANE_LINES : 1000 + block * 7919U % 5000;
        lines[i] = (struct vgpu_touched_line){.line = at, .sectors = 15};
        requests[i] = (struct vgpu_request){.op = op, .block = block, .line_count = 1, .first_line = i};
    }
    struct vgpu_profile profile = {.op_count = OPS,
                                   .requests = requests,
                                   .request_count = BLOCKS * OPS,
                                   .lines = lines,
                                   .line_count = BLOCKS * OPS,
                                   .block_count = BLOCKS};
    assert_true(streams_add(&profile, blocks, streams));
}

static void finds_the_distance_in_blocks(void **state)
{
    struct time_streams streams = {0};
    double step;
    (void)state;
    add_blocks(&streams, 500);
    assert_true(stream_step(&streams.ops[0], &step));
    assert_true(fabs(step - BLOCK_LINES) < 1e-6);
    assert_true(stream_overlap(&streams.ops[0]) < 1e-6);
    assert_true(isinf(stream_overlap(&streams.ops[2])));
    assert_true(fabs(streams_lead(&streams, 1, 0) - PLANE_LINES / BLOCK_LINES) < 1e-6);
    assert_true(fabs(streams_lead(&streams, 0, 1) - 0) < 1e-6);
    assert_false(stream_step(&streams.ops[2], &step));
    assert_true(fabs(streams_lead(&streams, 2, 0) - 0) < 1e-6);
    assert_int_equal(streams.ops[0].first, 1000);
    assert_int_equal(streams.ops[1].last, 1000 + PLANE_LINES + BLOCK_LINES * 500 * (BLOCKS - 1));
    streams_done(&streams);
}

static void few_blocks_say_nothing(void **state)
{
    struct time_streams streams = {.ops = calloc(OPS, sizeof(struct time_stream)), .op_count = OPS};
    double step;
    (void)state;
    assert_false(stream_step(&streams.ops[0], &step));
    streams_done(&streams);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_distance_in_blocks),
                                       cmocka_unit_test(few_blocks_say_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
