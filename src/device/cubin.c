#include "device/cubin_internal.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

/* An entry of .nv.info: format and attribute, a byte each, then a 16-bit size and that many bytes. */
enum { ATTRIBUTE_REGISTERS = 0x2f, FORMAT_SIZED = 4, ENTRY_BYTES = 4 };

struct cubin {
    const uint8_t *bytes;
    size_t size;
    Elf64_Ehdr header;
};

static bool read_at(const struct cubin *cubin, uint64_t offset, void *out, size_t size_bytes)
{
    if (offset > cubin->size || size_bytes > cubin->size - offset)
        return false;
    memcpy(out, cubin->bytes + offset, size_bytes);
    return true;
}

static bool read_section(const struct cubin *cubin, uint32_t index, Elf64_Shdr *out_section)
{
    return index < cubin->header.e_shnum && cubin->header.e_shentsize == sizeof *out_section &&
           cubin->header.e_shoff < cubin->size &&
           read_at(cubin, cubin->header.e_shoff + (uint64_t)index * sizeof *out_section, out_section,
                   sizeof *out_section) &&
           out_section->sh_offset <= cubin->size && out_section->sh_size <= cubin->size - out_section->sh_offset;
}

static bool is_text(const struct cubin *cubin, const Elf64_Shdr *strings, uint64_t at, const char *text)
{
    size_t length = strlen(text) + 1;
    return at <= strings->sh_size && length <= strings->sh_size - at &&
           !memcmp(cubin->bytes + strings->sh_offset + at, text, length);
}

static bool is_symbol(const struct cubin *cubin, uint32_t index, const char *kernel)
{
    for (uint32_t i = 0; i < cubin->header.e_shnum; i++) {
        Elf64_Shdr table, strings;
        Elf64_Sym symbol;
        if (!read_section(cubin, i, &table) || table.sh_type != SHT_SYMTAB)
            continue;
        return (uint64_t)index < table.sh_size / sizeof symbol && read_section(cubin, table.sh_link, &strings) &&
               read_at(cubin, table.sh_offset + (uint64_t)index * sizeof symbol, &symbol, sizeof symbol) &&
               is_text(cubin, &strings, symbol.st_name, kernel);
    }
    return false;
}

static uint32_t find_registers(const struct cubin *cubin, const Elf64_Shdr *info, const char *kernel)
{
    for (uint64_t at = 0; at + ENTRY_BYTES <= info->sh_size;) {
        const uint8_t *entry = cubin->bytes + info->sh_offset + at;
        uint32_t size = (uint32_t)entry[2] | (uint32_t)entry[3] << 8, value[2];
        at += ENTRY_BYTES;
        if (entry[0] != FORMAT_SIZED)
            continue;
        if (size > info->sh_size - at)
            return 0;
        if (entry[1] == ATTRIBUTE_REGISTERS && size == sizeof value) {
            memcpy(value, entry + ENTRY_BYTES, sizeof value);
            if (is_symbol(cubin, value[0], kernel))
                return value[1];
        }
        at += size;
    }
    return 0;
}

uint32_t cubin_registers(const void *bytes, size_t cubin_bytes, const char *kernel)
{
    struct cubin cubin = {.bytes = bytes, .size = cubin_bytes};
    Elf64_Shdr names, section;
    if (!bytes || !read_at(&cubin, 0, &cubin.header, sizeof cubin.header) ||
        memcmp(cubin.header.e_ident, ELFMAG, SELFMAG) || !read_section(&cubin, cubin.header.e_shstrndx, &names))
        return 0;
    for (uint32_t i = 0; i < cubin.header.e_shnum; i++)
        if (read_section(&cubin, i, &section) && is_text(&cubin, &names, section.sh_name, ".nv.info"))
            return find_registers(&cubin, &section, kernel);
    return 0;
}
