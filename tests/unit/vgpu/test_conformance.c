/* Every program of tests/ptx/conformance gives its stated results, with one thread and several. */
#include <dirent.h>

#include "conformance.h"

enum { FILES_MAX = 1000, FILES_LEAST = 100 };

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int run_file(const char *name, const struct vgpu_options *options)
{
    char path[512];
    snprintf(path, sizeof path, "tests/ptx/conformance/%s", name);
    char *text = fixture_file(path);
    struct conformance *test = calloc(1, sizeof *test);
    assert_non_null(test);
    conformance_parse(test, name, text);
    if (!test->kernel[0])
        fail_msg("%s has no '// run:'", name);
    int wrong = conformance_run(test, text, options);
    free(test);
    free(text);
    return wrong;
}

static void run_all(const struct vgpu_options *options)
{
    const char *only = getenv("CONFORMANCE_ONLY");
    char *names[FILES_MAX];
    size_t count = 0;
    int wrong = 0;
    DIR *folder = opendir(WARPSCHOOL_SOURCE_DIR "/tests/ptx/conformance");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) && count < FILES_MAX;)
        if (strstr(entry->d_name, ".ptx"))
            names[count++] = strdup(entry->d_name);
    closedir(folder);
    qsort(names, count, sizeof *names, by_name);
    assert_true(count >= FILES_LEAST);
    for (size_t i = 0; i < count; i++) {
        int here = !only || strstr(names[i], only) ? run_file(names[i], options) : 0;
        if (here)
            print_error("FAILED %s\n", names[i]);
        wrong += here != 0;
        free(names[i]);
    }
    assert_int_equal(wrong, 0);
}

static void on_one_thread(void **state)
{
    (void)state;
    run_all(&(struct vgpu_options){.threads = 1, .seed = 1});
}

static void on_portable_handlers_and_threads(void **state)
{
    (void)state;
    run_all(&(struct vgpu_options){.threads = 3, .seed = 7, .isa = VGPU_ISA_PORTABLE});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_one_thread),
        cmocka_unit_test(on_portable_handlers_and_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
