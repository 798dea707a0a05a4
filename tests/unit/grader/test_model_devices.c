/* Tests the times and counts of several devices together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grader/time/modelled/model_devices.h"

enum { DEVICES = 3 };

static void times_overlap_and_counts_add_up(void **state)
{
    struct device_model models[DEVICES] = {0};
    struct device_model sum;
    (void)state;
    models[0] = (struct device_model){.elapsed_ns = 30,
                                      .alone_ns = 30,
                                      .longest_ns = 20,
                                      .error = 0.1,
                                      .launches = 2,
                                      .dram_bytes = 5,
                                      .link_bytes = 1};
    models[1] = (struct device_model){.elapsed_ns = 25,
                                      .alone_ns = 10,
                                      .longest_ns = 25,
                                      .error = 0.5,
                                      .launches = 1,
                                      .dram_bytes = 7,
                                      .limiter_line = 9};
    models[2] = (struct device_model){.copies = 1, .link_bytes = 4};
    model_of_devices(models, DEVICES, &sum);
    assert_float_equal(sum.elapsed_ns, 30, 0);
    assert_float_equal(sum.alone_ns, 40, 0);
    assert_float_equal(sum.error, 0.2, 1e-9);
    assert_int_equal(sum.limiter_line, 9);
    assert_int_equal(sum.launches, 3);
    assert_int_equal(sum.copies, 1);
    assert_float_equal(sum.dram_bytes, 12, 0);
    assert_float_equal(sum.link_bytes, 5, 0);
}

/* A doubt of one device counts for all. */
static void doubts_add_up(void **state)
{
    struct device_model models[DEVICES] = {0};
    struct device_model sum;
    (void)state;
    models[0] = (struct device_model){.launches = 1, .longest_ns = 1, .issued = 3, .issued_doubt = 0.5, .sectors = 8};
    models[1] = (struct device_model){.launches = 1, .depends_on_unsampled_blocks = true, .issued = 4, .sectors = 1};
    model_of_devices(models, DEVICES, &sum);
    assert_true(sum.depends_on_unsampled_blocks);
    assert_false(sum.reads_earlier);
    assert_float_equal(sum.issued, 7, 0);
    assert_float_equal(sum.issued_doubt, 0.5, 0);
    assert_float_equal(sum.sectors, 9, 0);
}

static void what_each_wrote_is_kept(void **state)
{
    struct device_model models[2] = {0};
    struct device_model sum;
    (void)state;
    for (int i = 0; i < 2; i++) {
        models[i].launches = 1;
        models[i].stored_count = DEVICE_STORED_MAX / 2 + 1;
        models[i].stored[0] = (struct device_stored){.address = 16 * ((device_address)i + 1), .bytes = 4};
    }
    model_of_devices(models, 2, &sum);
    assert_int_equal(sum.stored_count, DEVICE_STORED_MAX);
    assert_int_equal(sum.stored[0].address, 16);
    assert_int_equal(sum.stored[DEVICE_STORED_MAX / 2 + 1].address, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_overlap_and_counts_add_up),
        cmocka_unit_test(doubts_add_up),
        cmocka_unit_test(what_each_wrote_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
