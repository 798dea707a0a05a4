/* A source that includes files of this machine gets no byte of them into any output. */
#include "compiler_support.h"

#include <unistd.h>

#include "base/file.h"

static const char secret[] = "reference_secret_8f1c2a";

struct secrets {
    struct compiler_fixture *fixture;
    const char *folder; /* replaces kernels/ or solutions/ */
    const char *file;
};

static int set_up(void **state)
{
    struct secrets *secrets = calloc(1, sizeof *secrets);
    void *inner;
    if (compiler_support_set_up(&inner) != 0)
        return -1;
    secrets->fixture = inner;
    struct arena *arena = secrets->fixture->arena;
    const char *text = arena_printf(arena, "#define SECRET %s\n__device__ int %s;\n", secret, secret);
    /* An absolute path, with a name unlike the temporary folder's. */
    if (!file_make_temporary_folder(arena, NULL, &secrets->folder, NULL))
        return -1;
    secrets->file = path_join(arena, secrets->folder, "reference.cu");
    *state = secrets;
    return file_write_atomic(secrets->file, text, strlen(text), NULL) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct secrets *secrets = *state;
    void *inner = secrets->fixture;
    file_remove_tree(secrets->folder, NULL);
    compiler_support_tear_down(&inner);
    free(secrets);
    return 0;
}

static bool holds(const void *data, size_t size_bytes, const char *text)
{
    return size_bytes && memmem(data, size_bytes, text, strlen(text));
}

static void assert_keeps(const struct secrets *secrets, const struct compile_result *result, const char *text)
{
    assert_false(holds(result->ptx, result->ptx_bytes, text));
    assert_false(holds(result->cubin, result->cubin_bytes, text));
    assert_null(strstr(result->log, text));
    assert_null(strstr(compiler_support_text(secrets->fixture, result), text));
}

static struct compile_result *compile(const struct secrets *secrets, const char *format)
{
    const char *text = arena_printf(secrets->fixture->arena, "%s", format);
    return compiler_support_compile(secrets->fixture, text, "sm_90");
}

static void system_files_stay_out(void **state)
{
    const struct secrets *secrets = *state;
    static const char *const sources[] = {
        "#include \"/etc/passwd\"\n",
        "#include </etc/passwd>\n",
        "#define F \"/etc/passwd\"\n#include F\n",
        "#include \"../../../../../../etc/passwd\"\n",
        "#include <../../../../../../etc/passwd>\n",
        "#include \"/proc/self/environ\"\n",
        "#include \"/proc/self/maps\"\n",
        "#include \"/proc/self/cmdline\"\n",
        "#include \"/proc/self/root/etc/passwd\"\n",
        "#include \"/etc/./passwd\"\n",
        "#line 1 \"/etc/passwd\"\n#include \"passwd\"\n",
        "#line 1 \"/etc/x.cu\"\n#include_next \"passwd\"\n",
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct compile_result *result = compile(secrets, sources[i]);
        assert_false(result->ok);
        assert_true(diagnostics_error_count(result->diagnostics) > 0);
        assert_keeps(secrets, result, "root:");
        assert_keeps(secrets, result, "worker\ncompiler");
        assert_keeps(secrets, result, "TMPDIR=");
        assert_keeps(secrets, result, "r-xp");
    }
}

static void reference_and_solution_stay_out(void **state)
{
    const struct secrets *secrets = *state;
    struct arena *arena = secrets->fixture->arena;
    const char *const sources[] = {
        arena_printf(arena, "#include \"%s\"\n", secrets->file),
        arena_printf(arena, "#include <%s>\n", secrets->file),
        arena_printf(arena, "#line 1 \"%s/x.cu\"\n#include \"reference.cu\"\n", secrets->folder),
        arena_printf(arena, "#include_next <%s>\n", secrets->file),
        arena_printf(arena, "#if __has_include(\"%s\")\n#include \"%s\"\n#endif\n#error no\n", secrets->file,
                     secrets->file),
        arena_printf(arena, "const char x[] = {\n#embed \"%s\"\n};\n", secrets->file),
        arena_printf(arena, "extern \"C\" __global__ void k() { asm(\".include \\\"%s\\\"\"); }\n", secrets->file),
        arena_printf(arena, "asm(\".include \\\"%s\\\"\");\n__global__ void k() { frobnicate(); }\n", secrets->file),
        arena_printf(arena, "extern \"C\" __global__ void k() { asm(\".file 7 \\\"%s\\\"\"); }\n", secrets->file),
        "#include \"" WARPSCHOOL_SOURCE_DIR "/CMakeLists.txt\"\n",
        "#include \"" WARPSCHOOL_SOURCE_DIR "/kernels/week01/vector_add.cu\"\n#error no\n",
        "#include \"" WARPSCHOOL_SOURCE_DIR "/solutions/week01/vector_add.cu\"\n#error no\n",
    };
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct compile_result *result = compile(secrets, sources[i]);
        assert_false(result->ok);
        assert_keeps(secrets, result, secret);
        assert_keeps(secrets, result, "cmake_minimum_required");
        assert_keeps(secrets, result, "__global__ void vector_add");
    }
}

/* A source cannot make links in the child's scratch. A link in another folder is not followed. */
static void links_do_not_lead_out(void **state)
{
    const struct secrets *secrets = *state;
    struct arena *arena = secrets->fixture->arena;
    const char *link_path = path_join(arena, secrets->folder, "link.h");
    assert_int_equal(symlink(secrets->file, link_path), 0);
    struct compile_result *result = compile(secrets, arena_printf(arena, "#include \"%s\"\n", link_path));
    assert_false(result->ok);
    assert_keeps(secrets, result, secret);
}

/* An absolute include of the toolkit works: files are walled off, not spellings. */
static void toolkit_headers_stay_in_sight(void **state)
{
    const struct secrets *secrets = *state;
    struct compiler_info info;
    assert_true(compiler_describe(secrets->fixture->compiler, &info, NULL));
    struct arena *arena = secrets->fixture->arena;
    const char *folder = path_join(arena, info.toolkit_path, "include");
    if (!file_is_folder(folder))
        folder = path_join(arena, info.toolkit_path, "nvidia/cu13/include"); /* unpacked wheels */
    struct compile_result *result = compile(
        secrets, arena_printf(arena, "#include \"%s/cuda_fp16.h\"\n__global__ void k(half *h) { *h = 1; }\n", folder));
    assert_string_equal(compiler_support_text(secrets->fixture, result), "");
    assert_true(result->ok);
}

/* The control: without a sandbox the same source leaks, so the tests above can fail. */
static void without_a_sandbox_it_leaks(void **state)
{
    const struct secrets *secrets = *state;
    struct compiler_settings settings = compiler_support_settings(secrets->fixture->arena);
    settings.insecure = true;
    CLEANUP(compiler_free) struct compiler *open_compiler = compiler_new(&settings, NULL);
    struct compiler_info info;
    assert_true(compiler_describe(open_compiler, &info, NULL));
    assert_string_equal(info.sandbox, "none");
    struct compile_result *result;
    const char *text = arena_printf(secrets->fixture->arena,
                                    "#include \"%s\"\n__global__ void k(int *p) { *p = %s; }\n", secrets->file, secret);
    struct source source = {"k.cu", text, strlen(text)};
    struct compile_request request = {.source = &source, .architecture = "sm_90"};
    assert_true(compiler_compile(open_compiler, &request, secrets->fixture->arena, &result, NULL));
    assert_true(result->ok);
    assert_true(holds(result->ptx, result->ptx_bytes, secret));
}

#define SECRETS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static bool has_sandbox(void)
{
    void *state;
    assert_int_equal(compiler_support_set_up(&state), 0);
    struct compiler_fixture *fixture = state;
    struct compiler_info info = {0};
    struct error error = {0};
    bool described = compiler_describe(fixture->compiler, &info, &error);
    printf("sandbox: %s%s\n", described ? info.sandbox : "failed: ", described ? "" : error.message);
    compiler_support_tear_down(&state);
    return !described || strstr(info.sandbox, "landlock") || strstr(info.sandbox, "namespace");
}

int main(int argc, char **argv)
{
    int status;
    if (compiler_support_is_worker(argc, argv, &status))
        return status;
    if (!compiler_support_has_toolkit())
        return 0;
    if (!has_sandbox()) {
        printf("skipped: this kernel has neither Landlock nor user namespaces\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        SECRETS_TEST(system_files_stay_out),      SECRETS_TEST(reference_and_solution_stay_out),
        SECRETS_TEST(links_do_not_lead_out),      SECRETS_TEST(toolkit_headers_stay_in_sight),
        SECRETS_TEST(without_a_sandbox_it_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
