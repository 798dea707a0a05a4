/* Tests registers and local accesses of a CUBIN that is built here, and bytes that are no CUBIN. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <elf.h>

#include "device/backend/cubin.h"

/* Sections: null, names, symbols, symbol names, .nv.info, .text.copy. */
struct image {
    Elf64_Ehdr header;
    Elf64_Shdr sections[6];
    Elf64_Sym symbols[2];
    char names[32], symbol_names[16];
    struct {
        uint8_t format, attribute;
        uint16_t size;
        uint32_t symbol, value;
    } info[2];
    struct {
        uint64_t low, high;
    } code[4]; /* an addition, two local loads and a local store */
};

static struct image image_of(uint32_t registers)
{
    struct image image = {.names = "\0.nv.info\0.text.copy",
                          .symbol_names = "\0copy",
                          .info = {{4, 0x2f, 8, 1, registers}, {4, 0x11, 8, 1, 24}},
                          .code = {{0x7210}, {0x7983}, {0x1983}, {0x7387}}};
    memcpy(image.header.e_ident, ELFMAG, SELFMAG);
    image.header.e_shoff = offsetof(struct image, sections);
    image.header.e_shentsize = sizeof(Elf64_Shdr);
    image.header.e_shnum = 6;
    image.header.e_shstrndx = 1;
    image.symbols[1].st_name = 1;
    image.sections[1] = (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct image, names), .sh_size = 32};
    image.sections[2] = (Elf64_Shdr){.sh_type = SHT_SYMTAB,
                                     .sh_offset = offsetof(struct image, symbols),
                                     .sh_size = sizeof image.symbols,
                                     .sh_link = 3};
    image.sections[3] =
        (Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct image, symbol_names), .sh_size = 16};
    image.sections[4] =
        (Elf64_Shdr){.sh_name = 1, .sh_offset = offsetof(struct image, info), .sh_size = sizeof image.info};
    image.sections[5] =
        (Elf64_Shdr){.sh_name = 10, .sh_offset = offsetof(struct image, code), .sh_size = sizeof image.code};
    return image;
}

static void registers_are_those_of_the_kernel(void **state)
{
    struct image image = image_of(40);
    (void)state;
    assert_int_equal(cubin_registers(&image, sizeof image, "copy"), 40);
    assert_int_equal(cubin_registers(&image, sizeof image, "cop"), 0);
    assert_int_equal(cubin_registers(&image, sizeof image, "other"), 0);
}

static void local_loads_and_stores_are_counted_in_the_machine_code(void **state)
{
    struct image image = image_of(40);
    (void)state;
    struct cubin_local local = cubin_local_accesses(&image, sizeof image, "copy");
    assert_int_equal(local.loads, 2);
    assert_int_equal(local.stores, 1);
    assert_int_equal(local.frame_bytes, 24);
    local = cubin_local_accesses(&image, sizeof image, "cop");
    assert_int_equal(local.loads + local.stores + local.frame_bytes, 0);
}

static void machine_code_is_that_of_the_kernel(void **state)
{
    struct image image = image_of(40);
    size_t size_bytes;
    (void)state;
    assert_ptr_equal(cubin_code(&image, sizeof image, "copy", &size_bytes), image.code);
    assert_int_equal(size_bytes, sizeof image.code);
    assert_null(cubin_code(&image, sizeof image, "cop", &size_bytes));
    assert_int_equal(size_bytes, 0);
    assert_null(cubin_code(NULL, 0, "copy", &size_bytes));
}

static void any_bytes_are_safe(void **state)
{
    (void)state;
    assert_int_equal(cubin_registers(NULL, 0, "copy"), 0);
    struct image image = image_of(40);
    for (size_t size = 0; size < offsetof(struct image, info) + sizeof image.info; size++) {
        uint8_t *cut = malloc(size + 1);
        memcpy(cut, &image, size);
        assert_int_equal(cubin_registers(cut, size, "copy"), 0);
        assert_int_equal(cubin_local_accesses(cut, size, "copy").loads, 0);
        free(cut);
    }
    srand(5);
    for (int round = 0; round < 20000; round++) {
        struct image broken = image_of(40);
        for (int i = 0; i < 4; i++)
            ((uint8_t *)&broken)[(size_t)rand() % sizeof broken] = (uint8_t)rand();
        (void)cubin_registers(&broken, sizeof broken, "copy");
        (void)cubin_local_accesses(&broken, sizeof broken, "copy");
        size_t code_bytes;
        const uint8_t *code = cubin_code(&broken, sizeof broken, "copy", &code_bytes);
        assert_true(!code || (size_t)(code - (const uint8_t *)&broken) + code_bytes <= sizeof broken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_of_the_kernel),
        cmocka_unit_test(local_loads_and_stores_are_counted_in_the_machine_code),
        cmocka_unit_test(machine_code_is_that_of_the_kernel),
        cmocka_unit_test(any_bytes_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
