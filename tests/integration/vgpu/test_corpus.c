/* Every kernel of the fault corpus gives the findings of its head and no others. */
#include "part.h"
#include "vgpu_corpus.h"

static struct corpus corpus;

static void finds_what_the_head_says(void **state)
{
    const struct corpus_kernel *kernel = *state;
    int complaints = 0;
    for (unsigned build = CORPUS_OPTIMISED; build <= CORPUS_DEBUG; build <<= 1) {
        if (!(kernel->builds & build))
            continue;
        struct vgpu_fixture fixture;
        uint64_t arguments[CORPUS_PARAMETERS_MAX];
        char *ptx = corpus_ptx(kernel, build);
        corpus_run(&fixture, kernel, ptx, &(struct vgpu_options){.threads = 2, .seed = 1}, arguments);
        if (getenv("CORPUS_SHOW"))
            fixture_print_findings(&fixture);
        complaints += corpus_judge(kernel, build, fixture.report);
        fixture_close(&fixture);
        free(ptx);
    }
    assert_int_equal(complaints, 0);
}

/* Half of the kernels are correct, so false findings are tested as well. */
static void is_large_and_even(void **state)
{
    (void)state;
    uint32_t faulty = 0;
    for (uint32_t i = 0; i < corpus.count; i++)
        faulty += corpus.kernels[i].expected_count > 0 || corpus.kernels[i].ends[0];
    assert_true(corpus.count >= 120);
    assert_in_range(faulty, corpus.count * 2 / 5, corpus.count * 3 / 5);
}

int main(int argument_count, char **arguments)
{
    static struct CMUnitTest tests[CORPUS_KERNELS_MAX + 1];
    size_t count = 0;
    corpus_read(&corpus);
    for (uint32_t i = 0; i < corpus.count; i++)
        if (argument_count < 2 ? part_has(corpus.kernels[i].title)
                               : strstr(corpus.kernels[i].title, arguments[1]) != NULL)
            tests[count++] = (struct CMUnitTest){.name = corpus.kernels[i].title,
                                                 .test_func = finds_what_the_head_says,
                                                 .initial_state = &corpus.kernels[i]};
    if (argument_count < 2)
        tests[count++] = (struct CMUnitTest){.name = "is_large_and_even", .test_func = is_large_and_even};
    return _cmocka_run_group_tests("corpus", tests, count, NULL, NULL);
}
