/* Every exercise's plan fits its compiled kernels: names, types and number of arguments. */
#include "compiler_support.h"
#include "part.h"
#include "plan_support.h"

enum { FORMATS_LISTED_MIN = 100 };

struct format {
    struct plan_file file;
    struct plan *plan;
    struct compile_result *compiled;
};

static bool read_format(struct compiler_fixture *fixture, const char *name, struct format *format)
{
    struct arena *arena = fixture->arena;
    size_t size = 0;
    char *path = arena_printf(arena, "%s/tests/plans/%s.cu", WARPSCHOOL_SOURCE_DIR, name);
    char *text = support_read(arena, path, &size);
    if (!text)
        return false;
    plan_file_read(&format->file, arena, path, text, size);
    format->plan = plan_parse(arena, &format->file.source, diagnostics_new(arena));
    return format->plan != NULL;
}

static bool compile_format(struct compiler_fixture *fixture, struct format *format)
{
    struct compile_request request = {.source = &format->file.source,
                                      .architecture = "sm_90a",
                                      .names = plan_name_expressions(format->plan, fixture->arena)};
    format->compiled = compiler_support_run(fixture, &request);
    if (!format->compiled->ok)
        print_error("%s\n", compiler_support_text(fixture, format->compiled));
    return format->compiled->ok;
}

/* Only real devices run tensor maps. */
static bool may_be_refused(const struct format *format, const struct error *error)
{
    struct plan_needs needs = plan_needs(format->plan);
    return error->code == ERROR_UNSUPPORTED && needs.tensor_maps;
}

static bool run_format(const struct format *format, struct error *error)
{
    struct device *devices[DEVICE_COUNT_MAX];
    struct device_module *modules[DEVICE_COUNT_MAX] = {0};
    struct device_request request = {.kind = "virtual", .count = format->file.devices, .threads = 1};
    struct device_image image = {.ptx = format->compiled->ptx,
                                 .ptx_bytes = format->compiled->ptx_bytes,
                                 .source_name = format->file.source.name};
    struct plan_outcome outcome = {0};
    if (!device_open(&request, devices, error))
        return false;
    bool done = true;
    for (int rank = 0; rank < format->file.devices && done; rank++) {
        modules[rank] = devices[rank]->vtable->load(devices[rank], &image, error);
        done = modules[rank] != NULL;
    }
    done = done && plan_file_run_on(&format->file, format->plan, devices, modules, format->compiled->lowered_names,
                                    &outcome, error);
    for (int rank = 0; rank < format->file.devices; rank++) {
        if (modules[rank])
            devices[rank]->vtable->unload(devices[rank], modules[rank]);
        device_close(devices[rank]);
    }
    return done;
}

static bool format_works(struct compiler_fixture *fixture, const char *name)
{
    struct format format = {0};
    struct error error = {0};
    if (!read_format(fixture, name, &format) || !compile_format(fixture, &format)) {
        print_error("%s: does not parse or compile\n", name);
        return false;
    }
    if (run_format(&format, &error) || may_be_refused(&format, &error))
        return true;
    print_error("%s: %s\n", name, error.message);
    return false;
}

static void every_plan_launches_its_compiled_kernels(void **state)
{
    if (!compiler_support_has_toolkit())
        skip();
    FILE *list = fopen(WARPSCHOOL_SOURCE_DIR "/tests/plans/exercises.txt", "r");
    assert_non_null(list);
    char line[256], name[128], kind[16], none[16];
    int listed = 0, failed = 0;
    while (fgets(line, sizeof line, list)) {
        int fields = sscanf(line, "%127s %15s %15s", name, kind, none);
        if (fields != 2 || name[0] == '#')
            continue;
        listed++;
        failed += part_has(name) && !format_works(*state, name);
    }
    fclose(list);
    assert_int_equal(failed, 0);
    assert_true(listed > FORMATS_LISTED_MIN);
}

int main(int argc, char **argv)
{
    int status = 0;
    if (compiler_support_is_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_plan_launches_its_compiled_kernels, compiler_support_set_up,
                                        compiler_support_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
