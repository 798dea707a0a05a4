/*
 * The opcode table is true: executed forms decode, all others are refused by name and line.
 * doc/ptx-support.md agrees with the table. WARPSCHOOL_WRITE_DOC=1 writes the page.
 */
#include <dirent.h>

#include "base/told.h"
#include "ptx/registers.h"
#include "vgpu/program/program.h"
#include "vgpu_fixture.h"

static const char page_path[] = WARPSCHOOL_SOURCE_DIR "/doc/ptx-support.md";

/* These forms of executed instructions are refused: formats of 4 and 6 bits, scaled blocks. */
static bool is_exception(const char *mnemonic)
{
    static const char *const words[] = {"kind::", ".e2m1",  ".e3m2",   ".e2m3",   ".ue8m0",   ".oob",
                                        ".rs.",   ".b8x16", ".m16n16", ".m16n8.", ".f16.f32", ".acc::"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(mnemonic, words[i]))
            return true;
    return false;
}

struct tally {
    bool decoded[PTX_OPCODE_COUNT];
    int wrong;
};

static void check_op(struct tally *tally, const char *name, const struct vgpu_detail *detail)
{
    const struct ptx_instruction *source = detail->source;
    bool is_executed = ptx_opcode_info(source->opcode)->status == PTX_STATUS_EXECUTED;
    tally->decoded[source->opcode] |= !detail->refusal;
    bool right = is_executed ? !detail->refusal || is_exception(source->mnemonic) : detail->refusal != NULL;
    if (detail->refusal && !detail->refusal[0])
        right = false;
    if (right)
        return;
    tally->wrong++;
    print_error("%s:%d: %s: %s\n", name, source->ptx_line, source->mnemonic,
                detail->refusal ? detail->refusal : "executed, but the table calls it parsed");
}

/* Every register that the decoder found is in the role that the shape of the opcode gives it. */
static void check_registers(struct tally *tally, const char *name, const struct vgpu_detail *detail)
{
    const struct ptx_instruction *source = detail->source;
    bool right = true;
    for (uint32_t i = 0; i < detail->read_count; i++)
        right &= ptx_reads_register(source, detail->reads[i]);
    for (uint32_t i = 0; i < detail->write_count; i++)
        right &= ptx_writes_register(source, detail->writes[i]);
    if (right)
        return;
    tally->wrong++;
    print_error("%s:%d: %s: reads or writes other registers than its row says\n", name, source->ptx_line,
                source->mnemonic);
}

static void check_file(struct tally *tally, const char *folder, const char *name)
{
    char path[300];
    struct error error = {0};
    snprintf(path, sizeof path, "tests/ptx/%s/%s", folder, name);
    char *text = fixture_file(path);
    struct arena *arena = arena_new();
    struct source source = {.name = name, .text = text, .size_bytes = strlen(text)};
    struct ptx_program *program = ptx_parse(arena, &source, diagnostics_new(arena));
    if (!program)
        fail_msg("%s does not parse", path);
    struct vgpu *device;
    assert_true(vgpu_open(&(struct vgpu_options){.threads = 1}, 1, &device, &error));
    struct vgpu_module *module = vgpu_load(device, program, false, &error);
    if (!module)
        fail_msg("%s: %s", path, error.message);
    for (uint32_t i = 0; i < module->op_count; i++)
        if (module->ops[i].detail && module->ops[i].detail->source) {
            check_op(tally, name, module->ops[i].detail);
            check_registers(tally, name, module->ops[i].detail);
        }
    vgpu_unload(module);
    vgpu_close(device);
    arena_free(arena);
    free(text);
}

static void check_folder(struct tally *tally, const char *folder)
{
    char path[300];
    snprintf(path, sizeof path, WARPSCHOOL_SOURCE_DIR "/tests/ptx/%s", folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (strstr(entry->d_name, ".ptx"))
            check_file(tally, folder, entry->d_name);
    closedir(directory);
}

static void table_tells_the_truth(void **state)
{
    (void)state;
    struct tally tally = {0};
    check_folder(&tally, "forms");
    check_folder(&tally, "combinations");
    for (int i = PTX_OPCODE_NONE + 1; i < PTX_OPCODE_COUNT; i++) {
        const struct ptx_opcode_info *info = ptx_opcode_info((enum ptx_opcode)i);
        if (info->status != PTX_STATUS_EXECUTED || tally.decoded[i])
            continue;
        tally.wrong++;
        print_error("no form of %s decodes\n", info->mnemonic);
    }
    assert_int_equal(tally.wrong, 0);
}

/* A refusal names the instruction and its line. */
static void refusals_name_instruction_and_line(void **state)
{
    (void)state;
    static const char text[] = ".version 8.7\n.target sm_100a\n.address_size 64\n.visible .entry k()\n{\n"
                               "wgmma.fence.sync.aligned;\nret;\n}\n";
    struct error error = {0};
    struct arena *arena = arena_new();
    struct source source = {.name = "test.ptx", .text = text, .size_bytes = strlen(text)};
    struct ptx_program *program = ptx_parse(arena, &source, diagnostics_new(arena));
    assert_non_null(program);
    struct vgpu *device;
    assert_true(vgpu_open(&(struct vgpu_options){.threads = 1}, 1, &device, &error));
    assert_null(vgpu_load(device, program, true, &error));
    const char *said = told_english(arena, error.message);
    assert_non_null(strstr(said, "PTX line 6: wgmma.fence"));
    vgpu_close(device);
    arena_free(arena);
}

/* --- the page --------------------------------------------------------------------------------- */

static const char *what_is_checked(const struct ptx_opcode_info *info)
{
    if (info->status != PTX_STATUS_EXECUTED)
        return "";
    bool has_memory = strchr(info->operands, 'm') != NULL;
    if (has_memory && info->category == PTX_CATEGORY_MBARRIER)
        return "address, misuse";
    if (has_memory)
        return "address, initialisation, races";
    if (info->category == PTX_CATEGORY_SYNC || strstr(info->modifiers, "sync"))
        return "lanes and threads that take part";
    return "undefined operands";
}

static void write_row(struct buffer *page, const struct ptx_opcode_info *info)
{
    bool is_executed = info->status == PTX_STATUS_EXECUTED;
    buffer_printf(page, "| `%s` | %s | %s | %s | %s | %s |\n", info->mnemonic, info->section,
                  is_executed ? "yes" : "no", what_is_checked(info), is_executed ? ptx_unit_name(info->unit) : "",
                  info->lesson);
}

static void write_page(struct buffer *page)
{
    buffer_append_text(
        page, "# What the virtual GPU executes\n"
              "\n"
              "Made from `src/ptx/opcodes.def` by `tests/unit/vgpu/test_ptx_support.c`, which fails when this\n"
              "page is stale. `WARPSCHOOL_WRITE_DOC=1` writes it. Textures and surfaces are not in the table and\n"
              "are errors at their line.\n"
              "\n"
              "- *Executed*: there is a handler, and every form of `tests/ptx` decodes. Other instructions parse\n"
              "  and are named with their line. They are a finding where a thread comes to them.\n"
              "- *Checked*: what can become a finding there.\n"
              "- *Counted*: the unit whose counter it adds to. Every executed instruction counts.\n"
              "- *Lesson*: the first one whose kernel needs it. Lessons from week 6 on are planned.\n"
              "\n"
              "Forms of executed instructions that are named and not executed:\n"
              "\n"
              "- `cvt.rs` and the formats of 4 and 6 bits (sm_100a and up);\n"
              "- `add`, `sub` and `fma` of f32 with f16 or bf16 sources that saturate, or round other than to\n"
              "  nearest;\n"
              "- `ldmatrix` and `stmatrix` of other than 8x8 tiles of 16 bits;\n"
              "- `fma.oob`, whose NaN comes from tensor copies (sm_90);\n"
              "- addresses of 32 bits in `cvta`, which ptxas has given up too;\n"
              "- parameters of less than 128 bits into a `.b128` register;\n"
              "- vector registers in a call, for parameters of other elements;\n"
              "- a constant added to a floating-point register;\n"
              "- parts of the operands of packed video instructions;\n"
              "- negated operands of `vmad`;\n"
              "- `.sat`, `.min`, `.max`, `.shr7`, `.shr15` and halves of the destination in scalar video\n"
              "  instructions. Their results on an H100 with CUDA 13.0 differ from the ISA;\n"
              "- forms that ptxas takes and the ISA does not have, such as `rcp.rn.ftz.f64`.\n"
              "");
    enum ptx_category category = PTX_CATEGORY_COUNT;
    for (int i = PTX_OPCODE_NONE + 1; i < PTX_OPCODE_COUNT; i++) {
        const struct ptx_opcode_info *info = ptx_opcode_info((enum ptx_opcode)i);
        if (info->category != category)
            buffer_printf(page,
                          "\n## %s\n\n| instruction | PTX ISA | executed | checked | counted | lesson "
                          "|\n|---|---|---|---|---|---|\n",
                          ptx_category_name(info->category));
        category = info->category;
        write_row(page, info);
    }
}

/* A lesson of weeks 1 and 2 must exist. Others need an id in the plan's form. */
static bool lesson_is_good(const char *id)
{
    char command[400];
    if (!*id)
        return true;
    if (strlen(id) < 5 || id[0] != 'w' || id[3] != '-' ||
        strspn(id + 4, "abcdefghijklmnopqrstuvwxyz0123456789-") + 4 != strlen(id))
        return false;
    if (strncmp(id, "w01", 3) != 0 && strncmp(id, "w02", 3) != 0)
        return true;
    snprintf(command, sizeof command, "grep -qx 'id: %s' " WARPSCHOOL_SOURCE_DIR "/lessons/week%.2s/*.yaml", id,
             id + 1);
    return system(command) == 0;
}

static void lessons_are_there(void **state)
{
    (void)state;
    for (int i = PTX_OPCODE_NONE + 1; i < PTX_OPCODE_COUNT; i++)
        if (!lesson_is_good(ptx_opcode_info((enum ptx_opcode)i)->lesson))
            fail_msg("%s: no lesson '%s'", ptx_opcode_info((enum ptx_opcode)i)->mnemonic,
                     ptx_opcode_info((enum ptx_opcode)i)->lesson);
}

static void page_is_current(void **state)
{
    (void)state;
    struct buffer page = BUFFER_INIT;
    write_page(&page);
    if (getenv("WARPSCHOOL_WRITE_DOC")) {
        FILE *file = fopen(page_path, "w");
        assert_non_null(file);
        fwrite(page.data, 1, page.size_bytes, file);
        fclose(file);
    }
    char *committed = fixture_file("doc/ptx-support.md");
    assert_string_equal(committed, buffer_text(&page));
    free(committed);
    buffer_done(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_tells_the_truth),
        cmocka_unit_test(refusals_name_instruction_and_line),
        cmocka_unit_test(lessons_are_there),
        cmocka_unit_test(page_is_current),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
