/* Reads a CUBIN: registers, local memory accesses and code of a kernel. */
#include "device/backend/cubin.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

/* An entry of .nv.info: format and attribute, a byte each, then a 16-bit size and as many bytes. */
enum { ATTRIBUTE_FRAME_BYTES = 0x11, ATTRIBUTE_REGISTERS = 0x2f, FORMAT_SIZED = 4, ENTRY_BYTES = 4 };

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

static uint32_t find_attribute(const struct cubin *cubin, const Elf64_Shdr *info, uint8_t attribute, const char *kernel)
{
    for (uint64_t at = 0; at + ENTRY_BYTES <= info->sh_size;) {
        const uint8_t *entry = cubin->bytes + info->sh_offset + at;
        uint32_t size = (uint32_t)entry[2] | (uint32_t)entry[3] << 8, value[2];
        at += ENTRY_BYTES;
        if (entry[0] != FORMAT_SIZED)
            continue;
        if (size > info->sh_size - at)
            return 0;
        if (entry[1] == attribute && size == sizeof value) {
            memcpy(value, entry + ENTRY_BYTES, sizeof value);
            if (is_symbol(cubin, value[0], kernel))
                return value[1];
        }
        at += size;
    }
    return 0;
}

/*
 * The machine code of a kernel. Since sm_70 instructions have 16 bytes, with the opcode in the
 * lowest twelve bits.
 */
enum { INSTRUCTION_BYTES = 16, OPCODE_MASK = 0xfff, OPCODE_LOCAL_LOAD = 0x983, OPCODE_LOCAL_STORE = 0x387 };

static void count_local(const struct cubin *cubin, const Elf64_Shdr *text, struct cubin_local *counts)
{
    for (uint64_t at = 0; at + INSTRUCTION_BYTES <= text->sh_size; at += INSTRUCTION_BYTES) {
        uint32_t word;
        memcpy(&word, cubin->bytes + text->sh_offset + at, sizeof word);
        counts->loads += (word & OPCODE_MASK) == OPCODE_LOCAL_LOAD;
        counts->stores += (word & OPCODE_MASK) == OPCODE_LOCAL_STORE;
    }
}

static bool open_cubin(const void *bytes, size_t cubin_bytes, struct cubin *cubin, Elf64_Shdr *names)
{
    *cubin = (struct cubin){.bytes = bytes, .size = cubin_bytes};
    return bytes && read_at(cubin, 0, &cubin->header, sizeof cubin->header) &&
           !memcmp(cubin->header.e_ident, ELFMAG, SELFMAG) && read_section(cubin, cubin->header.e_shstrndx, names);
}

static uint32_t read_attribute(const struct cubin *cubin, const Elf64_Shdr *names, uint8_t attribute,
                               const char *kernel)
{
    Elf64_Shdr section;
    for (uint32_t i = 0; i < cubin->header.e_shnum; i++)
        if (read_section(cubin, i, &section) && is_text(cubin, names, section.sh_name, ".nv.info"))
            return find_attribute(cubin, &section, attribute, kernel);
    return 0;
}

uint32_t cubin_registers(const void *bytes, size_t cubin_bytes, const char *kernel)
{
    struct cubin cubin;
    Elf64_Shdr names;
    return open_cubin(bytes, cubin_bytes, &cubin, &names) ? read_attribute(&cubin, &names, ATTRIBUTE_REGISTERS, kernel)
                                                          : 0;
}

static bool find_text(const struct cubin *cubin, const Elf64_Shdr *names, const char *kernel, Elf64_Shdr *out_text)
{
    static const char prefix[] = ".text.";
    for (uint32_t i = 0; i < cubin->header.e_shnum; i++) {
        Elf64_Shdr section;
        if (!read_section(cubin, i, &section) || section.sh_name >= names->sh_size)
            continue;
        const char *name = (const char *)cubin->bytes + names->sh_offset + section.sh_name;
        bool is_code = names->sh_size - section.sh_name > sizeof prefix && !memcmp(name, prefix, sizeof prefix - 1);
        if (!is_code || !is_text(cubin, names, section.sh_name + sizeof prefix - 1, kernel))
            continue;
        *out_text = section;
        return true;
    }
    return false;
}

const void *cubin_code(const void *bytes, size_t cubin_bytes, const char *kernel, size_t *out_bytes)
{
    struct cubin cubin;
    Elf64_Shdr names, text;
    *out_bytes = 0;
    if (!open_cubin(bytes, cubin_bytes, &cubin, &names) || !find_text(&cubin, &names, kernel, &text))
        return NULL;
    *out_bytes = text.sh_size;
    return cubin.bytes + text.sh_offset;
}

struct cubin_local cubin_local_accesses(const void *bytes, size_t cubin_bytes, const char *kernel)
{
    struct cubin_local counts = {0};
    struct cubin cubin;
    Elf64_Shdr names, text;
    if (!open_cubin(bytes, cubin_bytes, &cubin, &names))
        return counts;
    if (find_text(&cubin, &names, kernel, &text))
        count_local(&cubin, &text, &counts);
    counts.frame_bytes = read_attribute(&cubin, &names, ATTRIBUTE_FRAME_BYTES, kernel);
    return counts;
}
