/*
 * From an address of a program to the file and line of its source.
 *
 * Reads the line tables of an ELF file for a 64-bit little-endian machine, in DWARF version 4. The
 * file comes from a learner's source: every offset is checked. What cannot be read is skipped.
 */
#ifndef PROGRAM_LINES_LINE_TABLE_H
#define PROGRAM_LINES_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

struct line_table;

/* A file without line tables gives an empty table. Everything lives in `arena`. */
struct line_table *line_table_read(const char *path, struct arena *arena, struct error *error);

/* As line_table_read(), of a line section alone: for tests. */
struct line_table *line_table_parse(const void *section, size_t size_bytes, struct arena *arena);

/* The file as the compiler named it. False: the address has no line. */
bool line_table_find(const struct line_table *lines, uint64_t address, const char **out_file, int *out_line);

#endif
