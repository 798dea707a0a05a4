/* The streams, marks and graphs of the virtual device add up to one time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/virtual/composition.h"
#include "device/virtual/virtual.h"

#define LAUNCH 3000.0
#define NEXT (0.84 * LAUNCH)
#define OTHER_DEVICE 5000.0

static struct virtual_step kernel(int device, int stream, double work_ns)
{
    return (struct virtual_step){
        .device = device, .resource = device, .stream = stream, .launch_ns = LAUNCH, .work_ns = work_ns, .share = 0.1};
}

static double add(struct virtual_composition *composition, struct virtual_step step)
{
    return virtual_composition_add(composition, &step);
}

static void one_after_another_is_known_at_once(void **state)
{
    (void)state;
    struct virtual_composition *composition = virtual_composition_new(1);
    assert_float_equal(add(composition, kernel(0, 0, 500)), LAUNCH + 500, 1e-3);
    assert_float_equal(add(composition, kernel(0, 0, 700)), LAUNCH + NEXT + 1200, 1e-3);
    virtual_composition_reset(composition);
    assert_float_equal(add(composition, kernel(0, 0, 500)), LAUNCH + 500, 1e-3);
    virtual_composition_free(composition);
}

static void streams_meet_at_stream_0(void **state)
{
    (void)state;
    struct virtual_composition *composition = virtual_composition_new(1);
    add(composition, kernel(0, 1, 50000));
    add(composition, kernel(0, 2, 20000));
    add(composition, kernel(0, 2, 20000)); /* hidden by the first */
    assert_float_equal(add(composition, kernel(0, 0, 100)), LAUNCH + 50000 + NEXT + 100, 1e-3);
    virtual_composition_free(composition);
}

static void a_mark_is_waited_for_on_another_device(void **state)
{
    (void)state;
    struct virtual_composition *composition = virtual_composition_new(2);
    add(composition, kernel(0, 1, 50000));
    virtual_composition_mark(composition, 0, 1, 7);
    add(composition, kernel(1, 1, 9000)); /* beside it */
    virtual_composition_wait(composition, 1, 1, 7);
    add(composition, kernel(1, 1, 1000));
    assert_float_equal(virtual_composition_synchronise(composition, 0), 0, 1e-3); /* device 1 need not wait */
    assert_float_equal(virtual_composition_synchronise(composition, 1), LAUNCH + 50000 + OTHER_DEVICE + NEXT + 1000,
                       1e-3);
    virtual_composition_free(composition);
}

static void more_steps_than_are_held_are_settled(void **state)
{
    (void)state;
    enum { STEPS = 2 * COMPOSE_STEPS_MAX };
    struct virtual_composition *composition = virtual_composition_new(1);
    for (int i = 0; i < STEPS; i++) {
        add(composition, kernel(0, 1, 1000));
        virtual_composition_mark(composition, 0, 1, (uint64_t)i);
        virtual_composition_wait(composition, 0, 2, (uint64_t)i);
    }
    double expected_ns = LAUNCH + (STEPS - 1) * NEXT + STEPS * 1000.0;
    assert_float_equal(virtual_composition_synchronise(composition, 0), expected_ns, 1);
    virtual_composition_free(composition);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_after_another_is_known_at_once),
        cmocka_unit_test(streams_meet_at_stream_0),
        cmocka_unit_test(a_mark_is_waited_for_on_another_device),
        cmocka_unit_test(more_steps_than_are_held_are_settled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
